import { BlockList, isIP } from 'node:net';

/**
 * What is no public host, of the "IANA IPv4 Special-Purpose Address Registry" and, for multicast, of the "IPv4 Multicast Address
 * Space Registry". What the registry calls globally reachable is left out, but for the old relays of 6to4.
 */
const NOT_PUBLIC_V4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this network; 0.0.0.0 connects to this very host
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared, behind the NAT of carriers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local: the metadata and credentials of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocols
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/**
 * The only part of IPv6 that is given out to hosts ("IPv6 Global Unicast Address Assignments"). Loopback, link-local, unique
 * local, multicast, IPv4-mapped addresses and those of NAT64 lie outside.
 */
const PUBLIC_V6 = ['2000::', 3] as const;

/** What of that is no public host ("IANA IPv6 Special-Purpose Address Registry"). */
const NOT_PUBLIC_V6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23], // protocols; Teredo, which holds an IPv4 address
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which holds an IPv4 address
  ['3fff::', 20], // documentation
];

const refused = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_V6) refused.addSubnet(network, prefix, 'ipv6');
const given = new BlockList();
given.addSubnet(...PUBLIC_V6, 'ipv6');

/** Whether a text is the address of a host that anybody may reach, and none of the network that Guard itself is in. */
export function isPublicAddress(address: string): boolean {
  // A zone (`fe80::1%eth0`) is of this host only.
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
