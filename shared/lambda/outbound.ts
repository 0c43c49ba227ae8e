import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress, parseAddress } from '../base/address.ts';
import type { Stopwatch } from '../base/time.ts';

export interface Destinations {
  /** Whether `http://localhost` is allowed, too. Only the local server sets this. */
  readonly isLocalhostAllowed: boolean;
}

/** Names of local hosts and networks (RFC 6761, RFC 6762) and of internal services of a cloud. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal)$/;

/** Characters that are invisible or change the direction of text. They can disguise where a URL leads. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]/u;

/** The first invisible character of a text, in the form `U+202E`; `undefined` if there is none. */
export function hiddenCharacterOf(text: string): string | undefined {
  const found = HIDDEN.exec(text)?.[0].codePointAt(0);
  return found === undefined ? undefined : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The IP address in a URL; `undefined` if the URL contains a host name. */
export function literalAddressOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return parseAddress(host) ? host : undefined;
}

function isLocalhost({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && hostname === 'localhost';
}

/**
 * Reads the URL of a webhook or an identity provider; `undefined` if Guard must not send to it. A URL must use https, have no
 * user or password, and lead to a public host. Parsing normalizes every spelling of an address: `127.1`, `0x7f000001` and
 * `017700000001` are 127.0.0.1. The addresses of a host name are checked for each connection (`guardedLookup`).
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

/** Returns a function that decides whether a connection to this URL may lead to an address. */
export const allowedAddresses = (url: URL) =>
  isLocalhost(url) ? (address: string) => LOOPBACK.includes(address) : isPublicAddress;

export const lambdaNetwork = (stopwatch: Stopwatch): Network => ({
  resolve: (hostname, callback) => lookup(hostname, { all: true }, callback),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  stopwatch,
});

/** Resolves a name to all of its addresses, as `dns.lookup` does with the option `all`. */
type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export interface Network {
  readonly resolve: Resolve;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly stopwatch: Stopwatch;
}

type IsAllowed = (address: string) => boolean;

/**
 * Makes the lookup for one connection. The name is resolved once: the socket connects to the addresses that were checked, and
 * all of them must be allowed.
 */
export function guardedLookup(resolve: Resolve, isAllowed: IsAllowed): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new AddressNotAllowedError(), '');
      }
      return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
    });
  };
}

class AddressNotAllowedError extends Error {
  readonly code = 'address_not_allowed';
}
