const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = 62n;

/** The bytes as one big-endian number, in base 62, padded to `width` characters. */
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

/** The number of base-62 characters for any value of `size` bytes. */
export function base62Width(size: number): number {
  return Math.ceil((size * 8) / Math.log2(62));
}
