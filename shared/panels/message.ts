import { isAscii, isUtf8 } from 'node:buffer';
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import type { RandomBytes } from '../base/ids.ts';
import { type FrameDialect, frameOf } from './frames.ts';

/** The readable beginning of a message (DC-09, 5.5.1). The rest of an encrypted one needs the key of its account. */
export interface MessageHead {
  /** `SIA-DCS`, `ADM-CID`, `NULL` or another token of the standard, without the asterisk. */
  readonly token: string;
  readonly isEncrypted: boolean;
  readonly sequence: string;
  /** From the sequence to the opening bracket, as it was sent: an answer repeats it. */
  readonly address: string;
  readonly receiver?: string;
  /** The account prefix; empty if the panel sends a bare `L`. */
  readonly line?: string;
  /** The account outside the brackets. */
  readonly account?: string;
  /** The bytes after the opening bracket. */
  readonly rest: Buffer;
}

/** What is inside the brackets, and after them. */
export interface MessageContent {
  /** The account inside the brackets. */
  readonly account?: string;
  /** The data of the message without the account; a message has several where its panel sends several brackets. */
  readonly data: readonly string[];
  /** The extra data blocks, each with its letter (DC-09, 5.5.1.8); never one with key material. */
  readonly blocks: readonly string[];
  /** When the panel sent it, according to its clock. */
  readonly time?: Date;
  /** The timestamp as sent, also one that is no time. */
  readonly timeText?: string;
}

/** The tokens of supervision: DC-09 of 2007, and the extended one of 2026. */
export const SUPERVISION: readonly string[] = ['NULL', 'XNM'];

const HEAD =
  /^"(\*?)([A-Z0-9-]{1,16})"(\d{4})((?:R([0-9A-Fa-f]{0,6}))?(?:L([0-9A-Fa-f]{0,6}))?(?:#([\x21-\x5a\x5c-\x7e]{1,64}))?)\[/;

/** The longest possible text that `HEAD` matches. */
const LONGEST_HEAD = 128;

/** Reads the beginning of a body; `undefined` if it is none of DC-09. */
export function readHead(body: Buffer): MessageHead | undefined {
  const match = HEAD.exec(body.toString('latin1', 0, LONGEST_HEAD));
  if (!match) return undefined;
  const [whole, star, token = '', sequence = '', address = '', receiver, line, account] = match;
  return {
    token,
    isEncrypted: star === '*',
    sequence,
    address,
    ...(receiver === undefined ? {} : { receiver }),
    ...(line === undefined ? {} : { line }),
    ...(account === undefined ? {} : { account }),
    rest: body.subarray(whole.length),
  };
}

/** The account that chooses the panel and its key: the outer one, or the inner one of a plain message without an outer. */
export function accountOf(head: MessageHead, content: MessageContent | undefined): string | undefined {
  if (head.account !== undefined || head.isEncrypted) return head.account;
  return content?.account !== undefined && ACCOUNT.test(content.account) ? content.account : undefined;
}

const ACCOUNT = /^[\x21-\x7e]{1,64}$/;

/** Reads the content of a plain message. Without a closing bracket, all of it is data. */
export function readPlainContent({ rest }: MessageHead): MessageContent {
  const text = decodeText(rest);
  return contentOf(text, DATA_END.exec(text)?.index ?? text.length);
}

const HEX = /^(?:[0-9A-Fa-f]{32})+(?=\]?$)/;
const IV = Buffer.alloc(16);
const BAR = 0x7c;
const OPENING = 0x5b;
const CLOSING = 0x5d;

/**
 * Decrypts the content of an encrypted message (DC-09, 5.4). `undefined` unless it is whole: right padding, text, an exact
 * timestamp at its end, and no other account than that of the head. The cipher has no signature, so somebody without the key can
 * damage a message that was sent. If Guard took what is nearly a message, its answers would say what the damage did.
 */
export function decryptContent(head: MessageHead, key: KeyObject): MessageContent | undefined {
  const [hex] = HEX.exec(head.rest.toString('latin1')) ?? [];
  if (hex === undefined) return undefined;
  const decipher = createDecipheriv(cipherOf(key), key, IV).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(hex, 'hex'), decipher.final()]);
  const padding = plain.subarray(0, padEnd(plain));
  const hasBar = plain[padding.length] === BAR;
  const bytes = plain.subarray(padding.length + Number(hasBar));
  const text = decodeText(bytes);
  const dataEnd = DATA_END.exec(text)?.index ?? text.length;
  const { account } = head;
  const accounts = groupsOf(text, dataEnd).data.map((it) => accountInside(it, account));
  const content = contentOf(text, dataEnd);
  EXACT_END.lastIndex = dataEnd;
  const isWhole =
    !padding.includes(OPENING) &&
    EXACT_END.test(text) &&
    content.time !== undefined &&
    isPrintable(bytes, text) &&
    accounts.every((it) => it === undefined || it.toUpperCase() === account?.toUpperCase()) &&
    // Without a bar, text could be taken for padding, and an event for supervision.
    (hasBar || SUPERVISION.includes(head.token)) &&
    padding.length <= mostPadding(!hasBar || accounts.some((it) => it !== undefined));
  return isWhole ? content : undefined;
}

const BLOCK_BYTES = 16;
/** Older panels fill up a block or write a whole one, and newer ones write another one besides. */
const mostPadding = (isSureOfContent: boolean): number =>
  isSureOfContent ? 2 * BLOCK_BYTES - 1 : BLOCK_BYTES;

/** What some panels with nothing to say write instead of their account. */
const NOTHING_TO_SAY = '#0000|0000 00 000';

/** The account that encrypted data repeat: behind a number sign, as the standard says. What may be one without it is none. */
function accountInside(data: string, outer: string | undefined): string | undefined {
  if (data === NOTHING_TO_SAY) return outer;
  const { account } = withoutAccount(data);
  return account === undefined || data.startsWith('#') ? account : '';
}

const cipherOf = ({ symmetricKeySize = 0 }: KeyObject) => `aes-${symmetricKeySize * 8}-cbc`;

/** Where the random bytes in front of the content end: at a bar, or at the bracket that closes content without data. */
function padEnd(plain: Buffer): number {
  const bar = plain.indexOf(BAR);
  const closing = plain.indexOf(CLOSING);
  return bar >= 0 && bar < closing ? bar : Math.max(closing, 0);
}

const UNPRINTABLE = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u;
/** Of random bytes that are read as Windows-1252, almost none are words with one or two letters beyond ASCII here and there. */
const NO_WORDS =
  /[^\x20-\x7e\p{L}°º]|[^\x20-\x7e]{3}|(?<![^\x21-\x7e]|[\w^*'".,/-])[^\x20-\x7e]|[^\x20-\x7e](?![^\x21-\x7e]|[\w^*'".,/-])/u;
const MOST_BEYOND_ASCII = 4;

/** Whether all of a text could have been written by a panel. */
function isPrintable(bytes: Buffer, text: string): boolean {
  if (isUtf8(bytes)) return !UNPRINTABLE.test(text);
  const beyond = [...bytes.keys()].filter((place) => (bytes[place] ?? 0) > 0x7e);
  const isDense = beyond.some(
    (place, number) => (beyond[number + MOST_BEYOND_ASCII] ?? Infinity) < place + BLOCK_BYTES,
  );
  return !isDense && !NO_WORDS.test(text);
}

const windows1252 = new TextDecoder('windows-1252');

/** The standard allows UTF-8 and Windows-1252 in texts, and says in no message which of them it is. */
function decodeText(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes);
}

/** Nothing but further blocks, a timestamp or the end follows the bracket that closes the data. */
const DATA_END = /\](?=[\s\0]*(?:[[_]|$))/;
/** A panel can ask for a key in this block, and may send its own. */
const KEY_BLOCK = 'K';
const BLOCK = /\[([^\]]*)\]/y;
const TIMESTAMP = /[\s\0]*_([\d:,. -]{6,32}?)[\s\0]*$/y;
/** The end of a message exactly as in the standard: the bracket that closes the data, further blocks, and the timestamp. */
const EXACT_END = /\](?:\[[^\]]*\])*_\d\d:\d\d:\d\d,\d\d-\d\d-\d{4}$/y;

function contentOf(text: string, dataEnd: number): MessageContent {
  const { data, blocks, position } = groupsOf(text, dataEnd);
  TIMESTAMP.lastIndex = position;
  const [, timeText] = TIMESTAMP.exec(text) ?? [];
  const groups = data.map(withoutAccount);
  const account = groups.find((group) => group.account !== undefined)?.account;
  const time = timeText === undefined ? undefined : readTime(timeText);
  return {
    ...(account === undefined ? {} : { account }),
    data: groups.map((group) => group.data).filter((it) => it !== ''),
    blocks,
    ...(time === undefined ? {} : { time }),
    ...(timeText === undefined ? {} : { timeText }),
  };
}

/** The data with their accounts, the extra blocks, and where these end. */
function groupsOf(text: string, dataEnd: number) {
  const data = [text.slice(0, dataEnd)];
  const blocks: string[] = [];
  BLOCK.lastIndex = dataEnd + 1;
  let position = BLOCK.lastIndex;
  for (let found = BLOCK.exec(text); found; found = BLOCK.exec(text)) {
    const [, block = ''] = found;
    position = BLOCK.lastIndex;
    if (/^[#|]/.test(block)) data.push(block);
    else if (block !== '' && !block.startsWith(KEY_BLOCK)) blocks.push(block);
  }
  return { data, blocks, position };
}

/** An event of DC-03 at the beginning of data: its first part is no account, as one with a space is none. */
const EVENT = /^[NO](?:[a-z]{2}|[A-Z]{2}(?:[^A-Z]|$))/;

/** Separates the account in front of the first bar. Some panels leave out its number sign, and some leave it empty. */
function withoutAccount(data: string): { readonly account?: string; readonly data: string } {
  const bar = data.indexOf('|');
  const first = bar < 0 ? data : data.slice(0, bar);
  const others = bar < 0 ? '' : data.slice(bar + 1);
  if (first.startsWith('#')) return { account: first.slice(1), data: others };
  if (bar < 0 || EVENT.test(first) || /\s/.test(first)) return { data };
  return { ...(first === '' ? {} : { account: first }), data: others };
}

const TIME = /^(\d\d?):(\d\d?):(\d\d?)(?:\.\d+)?, ?(\d\d?)-(\d\d?)-(\d{4})$/;

/**
 * Reads a timestamp of the standard, which is in UTC (5.5.1.9), also without its zeros or with a fraction; `undefined` if it is
 * no time.
 */
export function readTime(text: string): Date | undefined {
  const [hour = 24, minute = 0, second = 0, month = 0, day = 0, year = 0] =
    TIME.exec(text)?.slice(1).map(Number) ?? [];
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isTime =
    hour < 24 && minute < 60 && second < 60 && time.getUTCDate() === day && time.getUTCMonth() === month - 1;
  return isTime ? time : undefined;
}

export function writeTime(time: Date): string {
  const [date = '', clock = ''] = time.toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${clock.slice(0, 8)},${month}-${day}-${year}`;
}

export interface Encryption {
  /** Of 16, 24 or 32 bytes. Made once for many frames, it saves most of their time. */
  readonly key: KeyObject;
  readonly randomBytes: RandomBytes;
}

export interface MessageToWrite {
  readonly token: string;
  readonly sequence: string;
  /** Between the sequence and the bracket, for example `R1L0#1234`. */
  readonly address: string;
  /** Between the brackets, for example `#1234|NBA5`. */
  readonly data?: string;
  readonly blocks?: readonly string[];
  /** An encrypted message must have one. */
  readonly time?: Date;
}

/** Writes a message as a frame, encrypted if there is a key. */
export function writeMessage(
  message: MessageToWrite,
  dialect: FrameDialect,
  encryption?: Encryption,
): Buffer {
  const { token, sequence, address, data = '', blocks = [], time } = message;
  const content = `${data}]${blocks.map((block) => `[${block}]`).join('')}${time ? `_${writeTime(time)}` : ''}`;
  const head = `"${encryption ? '*' : ''}${token}"${sequence}${address}[`;
  return frameOf(Buffer.from(head + (encryption ? encrypt(`|${content}`, encryption) : content)), dialect);
}

/** Content that would fill its last block of the cipher gets another whole block of padding (DC-09, 5.4.4). */
function encrypt(content: string, { key, randomBytes }: Encryption): string {
  const bytes = Buffer.from(content);
  const pad = Buffer.from(randomBytes(16 - (bytes.length % 16))).map(withoutSeparator);
  const cipher = createCipheriv(cipherOf(key), key, IV).setAutoPadding(false);
  return Buffer.concat([cipher.update(Buffer.concat([pad, bytes])), cipher.final()])
    .toString('hex')
    .toUpperCase();
}

const SEPARATORS: readonly number[] = [0x5b, CLOSING, BAR];

const withoutSeparator = (byte: number): number => (SEPARATORS.includes(byte) ? 0x2e : byte);

/**
 * Writes the answer to a message in the way in which the panel writes. Only an ACK is ever encrypted (DC-09, 5.5.3). A NAK
 * has no address, and the time by which the panel sets its clock.
 */
export function writeAnswer(
  answer: 'ACK' | 'NAK' | 'DUH',
  { sequence, address, isEncrypted }: MessageHead,
  dialect: FrameDialect,
  { now, encryption }: { readonly now: Date; readonly encryption?: Encryption | undefined },
): Buffer {
  if (answer === 'NAK') {
    return writeMessage({ token: 'NAK', sequence: '0000', address: 'R0L0A0', time: now }, dialect);
  }
  const message = { token: answer, sequence, address };
  if (answer === 'DUH' || !isEncrypted) return writeMessage(message, dialect);
  if (!encryption) throw new Error('The ACK of an encrypted message needs its key');
  return writeMessage({ ...message, time: now }, dialect, encryption);
}

const OLDEST_MS = 40_000;
const AHEAD_MS = 20_000;

/** Whether the clock of a panel is within the standard's window: from 40 s behind to 20 s ahead (5.5.1.9). */
export function isInWindow(time: Date, now: Date): boolean {
  const ahead = time.getTime() - now.getTime();
  return ahead >= -OLDEST_MS && ahead <= AHEAD_MS;
}

/** What the extra blocks are called in an alert's metadata. */
const BLOCK_NAMES: Readonly<Record<string, string>> = {
  A: 'authentication',
  C: 'supervision-category',
  G: 'network-path',
  H: 'panel-time',
  I: 'alarm-text',
  J: 'json',
  L: 'location',
  M: 'mac',
  N: 'network-address',
  O: 'building',
  P: 'programming',
  R: 'room',
  S: 'site-name',
  T: 'trigger',
  V: 'verification',
  X: 'longitude',
  Y: 'latitude',
  Z: 'altitude',
};

/** The extra blocks by name. Of a repeated block the last counts. */
export function namedBlocks(blocks: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {};
  for (const block of blocks) {
    const letter = block.charAt(0);
    const name = BLOCK_NAMES[letter] ?? (/[A-Za-z]/.test(letter) ? `block-${letter.toLowerCase()}` : 'block');
    named[name] = block.slice(BLOCK_NAMES[letter] === undefined && name === 'block' ? 0 : 1);
  }
  return named;
}
