import { timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from '../base/digest.ts';
import type { RandomBytes } from '../base/ids.ts';

/**
 * The format of all secrets that Guard issues, apart from their names (docs/api-contract.md, "Token" and "Keys"):
 *
 *     <number>|<prefix><payload><checksum>
 *
 * The payload is base 62: the names and 160 random bits. The checksum is a CRC-32 of its characters, so that secret
 * scanners and the authorizer recognize a fake without reading the table.
 */

const RANDOM_BYTES = 20;
const CHECKSUM_BYTES = 4;
const CHECKSUM_WIDTH = base62Width(CHECKSUM_BYTES);

/** The number before the secret, as part of a regular expression. */
export const NUMBER_PATTERN = '[1-9][0-9]{0,15}';

interface ParsedSecret {
  /** A number from 1 to 2^53 − 1. */
  readonly number: number;
  /** The ids in the secret, as bytes. */
  readonly names: Uint8Array;
  /** SHA-256 of the secret in base64url. Nothing else of the secret is stored. */
  readonly secretHash: string;
}

interface IssuedSecret extends ParsedSecret {
  /** The secret for the client. It exists only in the response that issues it. */
  readonly plainText: string;
}

interface SecretForm {
  /** The secret after the number, as part of a regular expression. */
  readonly pattern: string;
  /** Issues a secret that contains these ids. They must have the declared length. */
  issue(names: Uint8Array, randomBytes: RandomBytes): IssuedSecret;
  /** Parses the number and the secret that the patterns matched; `undefined` if Guard cannot have issued them. */
  parse(number: string, secret: string): ParsedSecret | undefined;
}

/** Declares a kind of secret by its prefix and the number of bytes of the ids in it. */
export function defineSecret(prefix: string, nameBytes: number): SecretForm {
  const payloadBytes = nameBytes + RANDOM_BYTES;
  const payloadWidth = base62Width(payloadBytes);
  return {
    pattern: `${prefix}[0-9A-Za-z]{${payloadWidth + CHECKSUM_WIDTH}}`,
    issue(names, randomBytes) {
      const number = randomNumber(randomBytes);
      const payload = encodeBase62(Buffer.concat([names, randomBytes(RANDOM_BYTES)]), payloadWidth);
      const secret = `${prefix}${payload}${checksumOf(payload)}`;
      return { number, names, secretHash: sha256(secret), plainText: `${number}|${secret}` };
    },
    parse(numberText, secret) {
      const number = Number(numberText);
      const payload = secret.slice(prefix.length, -CHECKSUM_WIDTH);
      if (!Number.isSafeInteger(number) || checksumOf(payload) !== secret.slice(-CHECKSUM_WIDTH))
        return undefined;
      const bytes = decodeBase62(payload, payloadBytes);
      return bytes && { number, names: bytes.subarray(0, nameBytes), secretHash: sha256(secret) };
    },
  };
}

/** Compares two secret hashes in constant time. */
export function isSameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Makes a random positive integer that every JSON reader holds exactly: 1 to 2^53 − 1. It is random, because a counter would
 * be one item that every issue writes.
 */
function randomNumber(randomBytes: RandomBytes): number {
  const value = Buffer.from(randomBytes(8)).readBigUInt64BE() & BigInt(Number.MAX_SAFE_INTEGER);
  return value === 0n ? 1 : Number(value);
}

function checksumOf(payload: string): string {
  const bytes = Buffer.alloc(CHECKSUM_BYTES);
  bytes.writeUInt32BE(crc32(payload));
  return encodeBase62(bytes, CHECKSUM_WIDTH);
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = 62n;

/** Writes the bytes as one big-endian number in base 62, padded to `width` characters. */
export function encodeBase62(bytes: Uint8Array, width: number): string {
  let value = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (value > 0n) {
    text = ALPHABET[Number(value % BASE)] + text;
    value /= BASE;
  }
  return text.padStart(width, '0');
}

/** Decodes base 62; `undefined` if the text has another character or does not fit `size` bytes. */
export function decodeBase62(text: string, size: number): Uint8Array | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    value = value * BASE + BigInt(digit);
  }
  const hex = value.toString(16).padStart(size * 2, '0');
  return hex.length === size * 2 ? Buffer.from(hex, 'hex') : undefined;
}

/** How many base-62 characters the largest value of `size` bytes needs. */
export function base62Width(size: number): number {
  return Math.ceil((size * 8) / Math.log2(62));
}
