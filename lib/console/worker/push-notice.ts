/** The part of a push that the browser shows, and where a click leads. */
export interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** A notice replaces a shown one with its tag. */
  readonly tag: string;
  /** The URL to open, in the origin of the console. */
  readonly url: string;
}

/**
 * Reads a push. Browsers demand a notice for each push, so that one without content has a title, too. A link to another
 * origin is replaced by the console: whoever can push must not send people elsewhere.
 */
export function readPush(data: unknown, consoleUrl: string): PushNotice {
  const given = typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : {};
  const textOf = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  return {
    title: textOf('title') || 'Guard',
    body: textOf('text'),
    tag: textOf('tag') || 'guard',
    url: ownUrl(textOf('link'), consoleUrl),
  };
}

function ownUrl(link: string, consoleUrl: string): string {
  const url = URL.canParse(link, consoleUrl) ? new URL(link, consoleUrl) : undefined;
  return url?.origin === new URL(consoleUrl).origin ? url.href : consoleUrl;
}
