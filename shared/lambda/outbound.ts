import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
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
  return isIP(host) === 0 ? undefined : host;
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

/**
 * The networks that are not public, from the "IANA IPv4 Special-Purpose Address Registry" and the "IPv4 Multicast Address Space
 * Registry". Globally reachable networks are left out, except the old 6to4 relays.
 */
const NOT_PUBLIC_V4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // "this network"; 0.0.0.0 connects to the host itself
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared address space behind the NAT of carriers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, where clouds offer metadata and credentials
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/**
 * The only part of IPv6 that is assigned to hosts ("IPv6 Global Unicast Address Assignments"). Loopback, link-local, unique
 * local, multicast, IPv4-mapped and NAT64 addresses are outside.
 */
const PUBLIC_V6 = ['2000::', 3] as const;

/** The networks of `PUBLIC_V6` that are not public ("IANA IPv6 Special-Purpose Address Registry"). */
const NOT_PUBLIC_V6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23], // IETF protocol assignments; among them Teredo, which contains an IPv4 address
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which contains an IPv4 address
  ['3fff::', 20], // documentation
];

const refused = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_V6) refused.addSubnet(network, prefix, 'ipv6');
const given = new BlockList();
given.addSubnet(...PUBLIC_V6, 'ipv6');

/** Whether a text is a public IP address, and so not one of Guard's own network. */
export function isPublicAddress(address: string): boolean {
  // An address with a zone (`fe80::1%eth0`) is only valid on one host.
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4');
    case 6:
      return given.check(address, 'ipv6') && !refused.check(address, 'ipv6');
    default:
      return false;
  }
}

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
