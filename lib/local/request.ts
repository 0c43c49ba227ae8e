import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { plainAddress } from '../../shared/base/address.ts';
import { reachesFunction } from './remapped-headers.ts';

export interface RequestTarget {
  /** The path without the stage. It begins with a slash. */
  readonly path: string;
  readonly query: string;
}

/**
 * Parses a request target (RFC 9112, section 3.2) and removes the stage. `undefined` if the stage is another one, the path is
 * missing or its percent-encoding is invalid.
 */
export function parseTarget(target: string, stage: string | undefined): RequestTarget | undefined {
  const { path: fullPath, query } = splitTarget(target);
  if (!fullPath.startsWith('/') || /%(?![0-9A-Fa-f]{2})/.test(fullPath)) return undefined;
  if (stage === undefined) return { path: fullPath, query };
  if (!`${fullPath}/`.startsWith(`/${stage}/`)) return undefined;
  return { path: fullPath.slice(stage.length + 1) || '/', query };
}

/** The request target without its query, for logs. */
export function pathOf(target: string): string {
  return splitTarget(target).path;
}

export function splitTarget(target: string): RequestTarget {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(target) ?? [];
  return { path, query };
}

/** The name and value of a header or a query parameter. A name may occur several times. */
export type Pair = readonly [name: string, value: string];

/** The headers that a function receives: those of the client, and those that the gateway adds about the connection. */
export function forwardedHeaders(
  rawHeaders: readonly string[],
  connection: { readonly sourceIp: string; readonly port: number },
): Pair[] {
  const all = headerPairs(rawHeaders);
  const hops = all.filter(([name]) => name.toLowerCase() === 'x-forwarded-for').map(([, value]) => value);
  return [
    ...all.filter(([name]) => reachesFunction(name) && !/^x-forwarded-(for|proto|port)$/i.test(name)),
    // The gateway appends the address from which it got the request. Earlier values come from the client and cannot be
    // trusted.
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

/** Parses a query into names and decoded values, in the order of the URL. */
export function parseQuery(query: string): Pair[] {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decodeQuery(name), decodeQuery(value.join('='))];
    });
}

/** Decodes a part of a query. A plus is a space, as in forms. An invalid percent-encoding is not changed. */
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

/** The address and port at the ends of a connection. An IPv4-mapped IPv6 address is written as IPv4. */
export function connectionOf({ socket }: IncomingMessage): { sourceIp: string; port: number } {
  const given = plainAddress(socket.remoteAddress ?? '127.0.0.1');
  // This machine has one address, as a site has: a browser may choose another of its two than a panel.
  const sourceIp = given === '::1' ? '127.0.0.1' : given;
  return { sourceIp, port: socket.localPort ?? 80 };
}

/** The largest body (AWS, "Quotas for configuring and running a REST API in API Gateway"). */
export const MAXIMUM_BODY_BYTES = 10 * 1024 * 1024;

/**
 * Reads a body; `undefined` if it is too large. A body that is too large is read to its end and discarded,
 * because a client that is still sending would not see the response.
 */
export async function readBody(
  stream: Readable,
  maximumBytes = MAXIMUM_BODY_BYTES,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= maximumBytes) chunks.push(bytes);
  }
  return size <= maximumBytes ? Buffer.concat(chunks) : undefined;
}

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const HTTP_PORT = 80;

/** The setting that allows all pages of this machine, such as those of a development server. Only the local server has it. */
export const ANY_LOCAL_PAGE = 'localhost';

/** The origin of a page of this machine, at any port. Apps in a web view have a scheme of their own. */
const LOCAL_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether a request may be answered. Any web page can send requests to localhost, and the passwords of the demo accounts are
 * public. Browsers name the page in `Origin` and the host name in `Host`, so a page that uses DNS rebinding has a foreign
 * `Host`. Other clients send no `Origin`. The console may call the server by another of its names, such as the one in the
 * live URL.
 */
export function isFromAllowedPage({ headers, socket }: IncomingMessage, corsOrigin: string): boolean {
  if (corsOrigin === '*') return true;
  const { host, origin } = headers;
  if (corsOrigin === ANY_LOCAL_PAGE) {
    return [host && `http://${host}`, origin].every((it) => it === undefined || LOCAL_ORIGIN.test(it));
  }
  const own = ownHosts(socket.localPort);
  if (host !== undefined && !own.includes(host.toLowerCase()) && host.toLowerCase() !== hostOf(corsOrigin)) {
    return false;
  }
  if (origin === undefined || origin === corsOrigin || origin === `http://${host}`) return true;
  return own.some((name) => origin === `http://${name}`);
}

/** The origin in every response. If several pages are allowed, `allowPage` adds that of the request. */
export const fixedOrigin = (corsOrigin: string): string =>
  corsOrigin === ANY_LOCAL_PAGE ? 'none' : corsOrigin;

/** Why a request was refused, for the log. A browser tells the developer of the page only that fetching failed. */
export function refusalOf({ headers: { host, origin } }: IncomingMessage): string {
  const isForeignHost = host !== undefined && !LOCAL_ORIGIN.test(`http://${host}`);
  const name = JSON.stringify((isForeignHost ? host : (origin ?? '')).slice(0, LONGEST_NAME));
  return isForeignHost
    ? `refused the host name ${name}: call this server as localhost`
    : `refused a page of ${name}: GUARD_CORS_ORIGIN allows one origin, or localhost`;
}

const LONGEST_NAME = 200;

const ownHosts = (port: number | undefined) =>
  OWN_NAMES.map((name) => (port === HTTP_PORT ? name : `${name}:${port}`));

/** A proxy in front of the server, such as a development server, may forward the `Host` of its own origin. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
