import { isIP } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

export interface Destinations {
  /** Whether `http://localhost` is allowed too: only the local server sets it. */
  readonly isLocalhostAllowed: boolean;
}

/** Names of local hosts and networks (RFC 6761, RFC 6762) and of internal services of a cloud. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal)$/;

/** Characters that are invisible or change the direction of text: they can disguise the destination of a URL. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]/u;

/** The first invisible character of a text, as `U+202E`; `undefined` if there is none. */
export function hiddenCharacterOf(text: string): string | undefined {
  const found = HIDDEN.exec(text)?.[0].codePointAt(0);
  return found === undefined ? undefined : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The normalized form of a stored URL: release 0.9.0 stored URLs as clients sent them. */
export function normalizedUrl(stored: string): string {
  return URL.canParse(stored) ? new URL(stored).href : stored;
}

/** The IP address in a URL; `undefined` if the host is a name. */
export function literalAddressOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

function isLocalhost({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && hostname === 'localhost';
}

/**
 * Reads the URL of a webhook or of an identity provider; `undefined` if Guard sends nothing to it. A URL must use https,
 * have no user or password, and lead to a public host. Parsing normalizes every spelling of an address: `127.1`,
 * `0x7f000001` and `017700000001` are 127.0.0.1. The addresses of a name are checked at each connection
 * (`guarded-lookup.ts`).
 */
export function readOutboundUrl(text: string, { isLocalhostAllowed }: Destinations): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  if (isLocalhost(url)) return isLocalhostAllowed ? url : undefined;
  if (url.protocol !== 'https:' || LOCAL_NAMES.test(url.hostname.replace(/\.+$/, ''))) return undefined;
  const literal = literalAddressOf(url);
  return literal === undefined || isPublicAddress(literal) ? url : undefined;
}

const LOOPBACK = ['127.0.0.1', '::1'];

/** Whether a connection to this URL may lead to an address. */
export const allowedAddresses = (url: URL) =>
  isLocalhost(url) ? (address: string) => LOOPBACK.includes(address) : isPublicAddress;
