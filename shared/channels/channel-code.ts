import type { RandomBytes } from '../ids.ts';
import { plainCode } from '../plain-code.ts';
import { isSameHash } from '../secrets/secret.ts';
import { sha256 } from '../sha256.ts';
import { formatTimestamp } from '../time.ts';
import type { StoredChannel } from './channel-book.ts';

/** Guard sends a code to an address to check that its owner adds it. */

const DIGITS = 6;
const VALID_MS = 600_000;
const TRIES = 5;

type StoredCode = NonNullable<StoredChannel['code']>;

/** Six random digits, made from 64 random bits so that every code is equally likely. */
export function newChannelCode(randomBytes: RandomBytes): string {
  const number = Buffer.from(randomBytes(8)).readBigUInt64BE() % 10n ** BigInt(DIGITS);
  return String(number).padStart(DIGITS, '0');
}

/** The stored form of a code: its hash, which is valid for one channel only. */
export const storedCode = (channelId: string, code: string, now: Date): StoredCode => ({
  hash: hashOf(channelId, code),
  expires_at: formatTimestamp(new Date(now.getTime() + VALID_MS)),
  tries: 0,
});

/** Whether a code can still be given. */
export const isOpen = ({ expires_at, tries }: StoredCode, now: Date): boolean =>
  tries < TRIES && now.getTime() < Date.parse(expires_at);

/** Compares in constant time, however the code was typed. */
export const isRightCode = (stored: StoredCode, channelId: string, given: string): boolean =>
  isSameHash(stored.hash, hashOf(channelId, plainCode(given)));

const hashOf = (channelId: string, code: string) => sha256(`${channelId} ${code}`);
