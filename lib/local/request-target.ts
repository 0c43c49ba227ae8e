/** What a request's URL names, still percent-encoded. */
export interface RequestTarget {
  /** Begins with a slash and lacks the stage. */
  readonly path: string;
  readonly query: string;
}

/**
 * Takes a request target apart (RFC 9112, section 3.2), the stage included where the base URL has one. `undefined`
 * where it can name nothing: another stage, no path, or a percent sign that encodes nothing.
 */
export function parseTarget(target: string, stage: string | undefined): RequestTarget | undefined {
  const { path: fullPath, query } = splitTarget(target);
  if (!fullPath.startsWith('/') || /%(?![0-9A-Fa-f]{2})/.test(fullPath)) return undefined;
  if (stage === undefined) return { path: fullPath, query };
  if (!`${fullPath}/`.startsWith(`/${stage}/`)) return undefined;
  return { path: fullPath.slice(stage.length + 1) || '/', query };
}

/** A target without its query, as logs hold it. */
export function pathOf(target: string): string {
  return splitTarget(target).path;
}

/** Takes path and query of a target apart. */
export function splitTarget(target: string): RequestTarget {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(target) ?? [];
  return { path, query };
}
