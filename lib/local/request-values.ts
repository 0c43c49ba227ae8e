import { reachesFunction } from './remapped-headers.ts';

/** Headers or query parameters. A name can repeat. */
export type Pair = readonly [name: string, value: string];

/** The headers that a function receives: those of the client and the forwarding headers of the gateway. */
export function forwardedHeaders(
  rawHeaders: readonly string[],
  connection: { readonly sourceIp: string; readonly port: number },
): Pair[] {
  const all = headerPairs(rawHeaders);
  const hops = all.filter(([name]) => name.toLowerCase() === 'x-forwarded-for').map(([, value]) => value);
  return [
    ...all.filter(([name]) => reachesFunction(name) && !/^x-forwarded-(for|proto|port)$/i.test(name)),
    // The gateway appends the address that it saw. Earlier values come from the client and cannot be trusted.
    ['X-Forwarded-For', [...hops, connection.sourceIp].join(', ')],
    ['X-Forwarded-Port', String(connection.port)],
    ['X-Forwarded-Proto', 'http'],
  ];
}

/** The last value of a header, whatever the case of its name. */
export function headerValue(rawHeaders: readonly string[], name: string): string | undefined {
  return headerPairs(rawHeaders).findLast(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function headerPairs(rawHeaders: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return pairs;
}

/** A query as names and decoded values, in the order of the URL. */
export function parseQuery(query: string): Pair[] {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decodeQuery(name), decodeQuery(value.join('='))];
    });
}

/** A plus is a space, as in forms. An invalid percent-encoding stays as it is. */
function decodeQuery(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

export function groupValues(pairs: readonly Pair[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) groups.set(name, [...(groups.get(name) ?? []), value]);
  return groups;
}

export function lastValues(groups: ReadonlyMap<string, string[]>): Record<string, string> {
  return Object.fromEntries([...groups].map(([name, values]) => [name, values.at(-1) ?? '']));
}
