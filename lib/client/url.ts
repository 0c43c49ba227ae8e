export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** Fills `{name}` in a path and appends the query; parameters that are undefined are left out. */
export function requestUrl(baseUrl: string, path: string, pathParameters: Parameters, query: Parameters) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, pathParameters[name]));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  );
  return `${baseUrl.replace(/\/+$/, '')}${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

/** Ids have letters, digits and hyphens only: an empty one or `..` would silently name another path. */
function pathSegment(name: string, value: string | number | undefined): string {
  const segment = String(value ?? '');
  if (!/^[0-9A-Za-z-]+$/.test(segment)) throw new TypeError(`${name} is not an id: "${segment}".`);
  return segment;
}
