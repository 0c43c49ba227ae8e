import { Transform, type TransformCallback } from 'node:stream';

const CONTINUES = 0x80;
/** How many bytes the length of a packet may have (MQTT 3.1.1, section 2.2.3). */
const MOST_LENGTH_BYTES = 4;

/**
 * Passes the bytes of a connection, and fails at the header of a packet that is too large, so that nobody's packet is kept in
 * memory before it is complete. The parser behind it knows no limit.
 */
export class PacketLimit extends Transform {
  readonly #largest: () => number;
  /** How many bytes of the current packet are still to come; `undefined` within its header. */
  #left: number | undefined;
  #length = 0;
  #lengthBytes = -1;

  /** `largest` is the limit in bytes at the moment: strangers may send less than those who have connected. */
  constructor(largest: () => number) {
    super();
    this.#largest = largest;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#left !== undefined) {
        const taken = Math.min(this.#left, chunk.length - at);
        at += taken;
        this.#left -= taken;
      } else if (!this.#takeHeader(chunk[at++] ?? 0)) {
        done(new Error('a packet is too large'));
        return;
      }
      if (this.#left === 0) this.#left = undefined;
    }
    done(null, chunk);
  }

  /** Takes a byte of a header: its type, then its length in groups of 7 bits. Returns whether the packet is small enough. */
  #takeHeader(byte: number): boolean {
    this.#lengthBytes += 1;
    if (this.#lengthBytes === 0) return true;
    this.#length += (byte & ~CONTINUES) * CONTINUES ** (this.#lengthBytes - 1);
    if (this.#length > this.#largest()) return false;
    if ((byte & CONTINUES) !== 0) return this.#lengthBytes < MOST_LENGTH_BYTES;
    this.#left = this.#length;
    this.#length = 0;
    this.#lengthBytes = -1;
    return true;
  }
}
