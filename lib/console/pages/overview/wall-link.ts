/** What the URL of a wall screen says: `#/overview?wall&key=…`. */
export interface WallLink {
  /** Without a key, the session of the tab counts. */
  readonly key: string | undefined;
  readonly theme: 'light' | 'dark';
}

const WALL = /^#\/overview\?(.*)$/;

/** Reads the hash of a URL; undefined if it names no wall screen. */
export function readWallLink(hash: string): WallLink | undefined {
  const given = new URLSearchParams(WALL.exec(hash)?.[1]);
  if (!given.has('wall')) return undefined;
  return { key: given.get('key') || undefined, theme: given.get('theme') === 'light' ? 'light' : 'dark' };
}

/**
 * The link that shows a wall screen with a key. Browsers send no fragment, neither to a server nor as a referrer, so no log
 * contains the key.
 */
export function wallLink(pageUrl: string, key: string): string {
  return `${new URL(pageUrl).origin}${new URL(pageUrl).pathname}#/overview?wall&key=${encodeURIComponent(key)}`;
}
