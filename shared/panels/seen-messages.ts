import { createHash } from 'node:crypto';

/** How many messages are remembered, in 8 bytes each. */
const PLACES = 2 ** 20;
const BLOCK_DIGITS = 32;

/**
 * Remembers the encrypted messages that a receiver has decrypted, by their last block. It depends on all blocks before it, so
 * two messages with the same last block are the same, or one was made of parts of the other: the cipher of DC-09 has no
 * signature that would say so. A newer message takes the place of an older one, so the memory does not grow.
 */
export class SeenMessages {
  readonly #ends = new Uint32Array(PLACES);
  readonly #wholes = new Uint32Array(PLACES);

  /** Whether a message of a panel was made of parts of an earlier one. If not, it is remembered. */
  isAltered(deviceId: string, encrypted: Buffer): boolean {
    const digits = encrypted.toString('latin1').toUpperCase().replace(/\]$/, '');
    const end = digest(`${deviceId} ${digits.slice(-BLOCK_DIGITS)}`);
    const place = end.readUInt32BE(0) % PLACES;
    const name = end.readUInt32BE(4);
    const whole = digest(digits).readUInt32BE(0);
    if (this.#ends[place] === name && this.#wholes[place] !== whole) return true;
    this.#ends[place] = name;
    this.#wholes[place] = whole;
    return false;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
