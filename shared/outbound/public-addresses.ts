import { BlockList, isIP } from 'node:net';

/**
 * The networks that are not public, from the "IANA IPv4 Special-Purpose Address Registry" and the "IPv4 Multicast Address Space
 * Registry". Globally reachable networks are left out, except the old 6to4 relays.
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
 * The only part of IPv6 that is assigned to hosts ("IPv6 Global Unicast Address Assignments"). Loopback, link-local, unique
 * local, multicast, IPv4-mapped and NAT64 addresses are outside.
 */
const PUBLIC_V6 = ['2000::', 3] as const;

/** The networks of `PUBLIC_V6` that are not public ("IANA IPv6 Special-Purpose Address Registry"). */
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

/** Whether a text is a public IP address, outside Guard's own network. */
export function isPublicAddress(address: string): boolean {
  // An address with a zone (`fe80::1%eth0`) is local to a host.
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
