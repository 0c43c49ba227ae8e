import { isIPv6 } from 'node:net';
import { comparedEmail } from '../email-field.ts';
import { sha256 } from '../sha256.ts';

/** Login requests are counted for each of these subjects. E-mails are hashed, so that keys contain no personal data. */
export function loginSubjects(request: { email: string; address: string }): {
  pair: string;
  address: string;
  /** The subject for guesses of the password from any address. */
  guesses: string;
} {
  const address = addressBlock(request.address);
  const email = sha256(comparedEmail(request.email));
  return {
    pair: `login#${email}#${address}`,
    address: `login-address#${address}`,
    guesses: `guesses#${email}`,
  };
}

/** The /64 block of an IPv6 address, because a client has a whole block (RFC 6177); an IPv4 address as it is. */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const missing = Array.from({ length: 8 - left.length - right.length }, () => '0');
  // The first four groups contain no zone, which is in the last one.
  const block = [...left, ...missing, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${block.join(':')}::/64`;
}

/** The groups of a part of an IPv6 address; an IPv4 address at its end counts as two. */
function groupsOf(part: string): string[] {
  const groups = part.split(':').filter((group) => group !== '');
  return groups.flatMap((group) => (group.includes('.') ? [group, group] : [group]));
}
