export interface RequestTarget {
  /** The path, which begins with a slash and lacks the stage. */
  readonly path: string;
  readonly query: string;
}

/**
 * Parses a request target (RFC 9112, section 3.2) and removes the stage. `undefined` for another stage, a missing path or an
 * invalid percent-encoding.
 */
export function parseTarget(target: string, stage: string | undefined): RequestTarget | undefined {
  const { path: fullPath, query } = splitTarget(target);
  if (!fullPath.startsWith('/') || /%(?![0-9A-Fa-f]{2})/.test(fullPath)) return undefined;
  if (stage === undefined) return { path: fullPath, query };
  if (!`${fullPath}/`.startsWith(`/${stage}/`)) return undefined;
  return { path: fullPath.slice(stage.length + 1) || '/', query };
}

/** A target without its query, for logs. */
export function pathOf(target: string): string {
  return splitTarget(target).path;
}

export function splitTarget(target: string): RequestTarget {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(target) ?? [];
  return { path, query };
}
