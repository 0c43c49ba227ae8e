import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** What login requests are counted by. E-mails are hashed: a counter's key says nothing about a person. */
export function loginSubjects(request: { email: string; address: string }): {
  pair: string;
  address: string;
  /** Tries of the e-mail's password, wherever they come from. */
  guesses: string;
} {
  const address = addressBlock(request.address);
  const email = createHash('sha256').update(request.email.trim().toLowerCase()).digest('base64url');
  return {
    pair: `login#${email}#${address}`,
    address: `login-address#${address}`,
    guesses: `guesses#${email}`,
  };
}

/** An IPv6 client commands a whole /64 (RFC 6177), so that is what is counted; an IPv4 address stands for itself. */
function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const missing = Array.from({ length: 8 - left.length - right.length }, () => '0');
  // Of these four none is the last group, in which a zone would stand.
  const block = [...left, ...missing, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${block.join(':')}::/64`;
}

/** The groups of a part of an IPv6 address; an IPv4 address at its end stands for two. */
function groupsOf(part: string): string[] {
  const groups = part.split(':').filter((group) => group !== '');
  return groups.flatMap((group) => (group.includes('.') ? [group, group] : [group]));
}
