type Value = string | number;

export type PathParameters = Readonly<Record<string, Value | undefined>>;
export type QueryParameters = Readonly<Record<string, Value | readonly Value[] | undefined>>;

/**
 * Fills `{name}` in a path and appends the query without undefined parameters. Several values of one parameter are separated by
 * commas.
 */
export function requestUrl(
  baseUrl: string,
  path: string,
  pathParameters: PathParameters,
  query: QueryParameters,
) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, pathParameters[name]));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${encodeURIComponent(name)}=${[value].flat().map(encodeURIComponent).join(',')}`],
  );
  return `${baseUrl.replace(/\/+$/, '')}${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

/** Ids contain letters, digits and hyphens only. An empty id or `..` would lead to another path. */
function pathSegment(name: string, value: Value | undefined): string {
  const segment = String(value ?? '');
  if (!/^[0-9A-Za-z-]+$/.test(segment)) throw new TypeError(`${name} is not an id: "${segment}".`);
  return segment;
}
