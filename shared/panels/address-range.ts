import { isIP } from 'node:net';

/** The widest ranges from which a panel may send. Wider ones would prove nothing about the sender. */
const WIDEST = { 4: 24, 6: 56 } as const;
const LONGEST = { 4: 32, 6: 128 } as const;

/** Whether a text is an address, or a range in the notation of RFC 4632 and RFC 4291 that is not too wide. */
export function isAddressRange(text: string): boolean {
  const [, address = '', bits] = /^([\d.:a-fA-F]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family !== 4 && family !== 6) return false;
  const length = bits === undefined ? LONGEST[family] : Number(bits);
  return length >= WIDEST[family] && length <= LONGEST[family];
}
