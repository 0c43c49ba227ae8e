/**
 * What an IP address is. Everything that takes addresses or ranges decides by this file alone: the addresses of panels, the
 * destinations of webhooks and identity providers, and the subjects by which requests and connections are counted.
 */

/** An address as its 16-bit groups: two of IPv4, eight of IPv6. A zone (`fe80::1%eth0`) is no part of it. */
export interface Address {
  readonly family: 4 | 6;
  readonly groups: readonly number[];
}

const BITS = { 4: 32, 6: 128 } as const;
const GROUP_BITS = 16;

const V4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
/** The longest text of an address without a zone: `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255`. */
const LONGEST = 45;

/** Reads an address as it is written; `undefined` for anything else, also for `127.1` and `010.0.0.1`. */
export function parseAddress(text: string): Address | undefined {
  const [address = '', ...zones] = text.split('%');
  if (address.length > LONGEST || (zones.length > 0 && !address.includes(':'))) return undefined;
  const groups = address.includes(':') ? groupsOfV6(address) : groupsOfV4(address);
  return groups && { family: groups.length === 2 ? 4 : 6, groups };
}

function groupsOfV4(text: string): number[] | undefined {
  const bytes = V4.exec(text)?.slice(1).map(Number);
  if (!bytes || bytes.some((byte) => byte > 255)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return [a * 256 + b, c * 256 + d];
}

function groupsOfV6(text: string): number[] | undefined {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return undefined;
  const [left, right] = [groupsOfPart(head, tail === undefined), groupsOfPart(tail ?? '', true)];
  if (!left || !right) return undefined;
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...left, ...Array<number>(missing).fill(0), ...right];
}

/** The groups on one side of `::`. Only the last one of an address may be written as IPv4, and counts as two. */
function groupsOfPart(text: string, isLast: boolean): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [place, part] of parts.entries()) {
    const v4 = isLast && place === parts.length - 1 ? groupsOfV4(part) : undefined;
    if (v4) groups.push(...v4);
    else if (GROUP.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

/** A network: the bits that its addresses begin with. */
interface Network extends Address {
  readonly bits: number;
}

const RANGE = /^([^/]+)(?:\/(\d{1,3}))?$/;

/** Reads a range in the notation of RFC 4632 and RFC 4291, such as `192.0.2.0/24`. An address alone is a range of one. */
function parseNetwork(text: string): Network | undefined {
  const [, address = '', length] = RANGE.exec(text) ?? [];
  const parsed = address.includes('%') ? undefined : parseAddress(address);
  const bits = parsed && (length === undefined ? BITS[parsed.family] : Number(length));
  return parsed && bits !== undefined && bits <= BITS[parsed.family] ? { ...parsed, bits } : undefined;
}

/** Whether an address, or each address of a network, is in a network. */
function isWithin(it: Address & { readonly bits?: number }, { family, groups, bits }: Network): boolean {
  if (it.family !== family || (it.bits !== undefined && it.bits < bits)) return false;
  for (let place = 0, left = bits; left > 0; place++, left -= GROUP_BITS) {
    const shift = Math.max(0, GROUP_BITS - left);
    if ((it.groups[place] ?? 0) >> shift !== (groups[place] ?? 0) >> shift) return false;
  }
  return true;
}

function networks(texts: readonly string[]): Network[] {
  return texts.flatMap((text) => parseNetwork(text) ?? []);
}

/** An address of IPv4 that is written as one of IPv6, as sockets for both families do (RFC 4291, 2.5.5.2). */
const MAPPED = networks(['::ffff:0:0/96']);

/** The address that a socket means: an IPv4-mapped address is one of IPv4. */
function meantAddress(text: string): Address | undefined {
  const address = parseAddress(text);
  if (!address || !MAPPED.some((network) => isWithin(address, network))) return address;
  return { family: 4, groups: address.groups.slice(6) };
}

function write({ family, groups }: Address): string {
  if (family === 4) return groups.flatMap((group) => [group >> 8, group & 255]).join('.');
  return groups.map((group) => group.toString(16)).join(':');
}

/** Writes the address of a socket: an IPv4-mapped one as IPv4, all others as they are. */
export function plainAddress(text: string): string {
  const address = meantAddress(text);
  return address?.family === 4 ? write(address) : text;
}

/**
 * The part of a network address by which requests are counted: of an IPv6 address its /64 block, because a client has a whole
 * block (RFC 6177); an IPv4 address as it is.
 */
export function addressBlock(text: string): string {
  const address = meantAddress(text);
  if (!address) return text;
  return address.family === 4
    ? write(address)
    : `${write({ ...address, groups: address.groups.slice(0, 4) })}::/64`;
}

/** The widest ranges from which a panel may send. Wider ones would prove nothing about the sender. */
const WIDEST = { 4: 24, 6: 56 } as const;

/**
 * The widest range of a panel that contains an address, such as `192.0.2.0/24`, as text. A text that is no address is its own
 * range.
 */
export function widestRange(text: string): string {
  const address = meantAddress(text);
  if (!address) return text;
  const bits = WIDEST[address.family];
  const groups = address.groups.map((group, place) => {
    const left = Math.min(GROUP_BITS, Math.max(0, bits - place * GROUP_BITS));
    return group & (0xffff << (GROUP_BITS - left)) & 0xffff;
  });
  return `${write({ ...address, groups })}/${bits}`;
}

/**
 * The parts of IPv6 in which a panel can be: global unicast ("IPv6 Global Unicast Address Assignments") and unique local (RFC
 * 4193). Others contain all of IPv4 (`::/96`, `::ffff:0:0/96`, `64:ff9b::/96`), or belong to one link.
 */
const UNICAST_V6 = networks(['2000::/3', 'fc00::/7']);
/** The parts of these in which an address contains one of IPv4, which anybody may have: Teredo and 6to4. */
const TUNNELS_V6 = networks(['2001::/32', '2002::/16']);

/**
 * Whether a text is an address or a range from which a panel may send: at most a /24 of IPv4, or a /56 of IPv6 that contains
 * no addresses of IPv4.
 */
export function isPanelRange(text: string): boolean {
  const network = parseNetwork(text);
  if (!network || network.bits < WIDEST[network.family]) return false;
  if (network.family === 4) return true;
  return UNICAST_V6.some((it) => isWithin(network, it)) && !TUNNELS_V6.some((it) => isWithin(network, it));
}

/** Ranges from which a panel may send. Made once for many frames, they save most of their time. */
export type AddressRanges = readonly Network[];

/** Reads ranges. What is no range of a panel contains nothing. */
export const addressRanges = (ranges: readonly string[]): AddressRanges =>
  networks(ranges.filter(isPanelRange));

/** Whether an address is in one of the ranges. An IPv4 address may be written as one of IPv6. */
export function isAmong(ranges: AddressRanges, text: string): boolean {
  // An address with a zone (`fe80::1%eth0`) is only valid on one host.
  const address = text.includes('%') ? undefined : meantAddress(text);
  return address !== undefined && ranges.some((network) => isWithin(address, network));
}

/**
 * The networks that are not public, from the "IANA IPv4 Special-Purpose Address Registry" and the "IPv4 Multicast Address Space
 * Registry". Globally reachable networks are left out, except the old 6to4 relays.
 */
const NOT_PUBLIC_V4 = networks([
  '0.0.0.0/8', // "this network"; 0.0.0.0 connects to the host itself
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared address space behind the NAT of carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, where clouds offer metadata and credentials
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]);

/**
 * The only part of IPv6 that is assigned to hosts ("IPv6 Global Unicast Address Assignments"). Loopback, link-local, unique
 * local, multicast, IPv4-mapped and NAT64 addresses are outside.
 */
const PUBLIC_V6 = networks(['2000::/3']);

/** The networks of `PUBLIC_V6` that are not public ("IANA IPv6 Special-Purpose Address Registry"). */
const NOT_PUBLIC_V6 = networks([
  '2001::/23', // IETF protocol assignments; among them Teredo, which contains an IPv4 address
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which contains an IPv4 address
  '3fff::/20', // documentation
]);

/** Whether a text is a public IP address, and so not one of Guard's own network. */
export function isPublicAddress(text: string): boolean {
  const address = text.includes('%') ? undefined : parseAddress(text);
  if (!address) return false;
  const isIn = (list: readonly Network[]) => list.some((network) => isWithin(address, network));
  return address.family === 4 ? !isIn(NOT_PUBLIC_V4) : isIn(PUBLIC_V6) && !isIn(NOT_PUBLIC_V6);
}
