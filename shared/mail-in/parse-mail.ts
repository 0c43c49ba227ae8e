import { hash } from 'node:crypto';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { MailRepair } from '../alerts/mail-repairs.ts';
import { canonicalJson } from '../base/digest.ts';
import { repairMail } from './repair-mail.ts';

export interface MailPicture {
  readonly bytes: Buffer;
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  /** Without its path; `undefined` if it has none. */
  readonly name: string | undefined;
}

/** What a mail contains, whatever shape its sender gave it. */
export interface ParsedMail {
  /** As it was sent; empty if there is none. */
  readonly subject: string;
  /** The text, or that of the HTML. */
  readonly text: string;
  /** Whether the text is the whole text of the mail. */
  readonly isWhole: boolean;
  /** In the order of the parts. */
  readonly pictures: readonly MailPicture[];
  /** The names of what claims to be a picture and is none that Guard can show. */
  readonly unreadable: readonly string[];
  /** The names of other attachments. */
  readonly others: readonly string[];
  /** When it was written; `undefined` if it does not say so in a way that can be trusted. */
  readonly sentAt: Date | undefined;
  readonly repairs: readonly MailRepair[];
  /** Identifies the mail by its content, not by its Message-ID alone, and not by the servers on its way. */
  readonly identity: string;
}

const hashOf = (content: Buffer | string): string => hash('sha256', content, 'base64url');

const LONGEST_TEXT = 20_000;
/** How much is looked at for the text: most of it may be blank. */
const MOST_LOOKED_AT = 10 * LONGEST_TEXT;
const LONGEST_SUBJECT = 1_000;
const LONGEST_NAME = 100;
/** More attachments than any camera sends. */
const MOST_ATTACHMENTS = 60;

/** More lines than any camera sends in 10 MB: of each, the parser may keep an object. */
const MOST_LINES = 250_000;

/**
 * Reads the bytes of a mail, as they are between DATA and the final dot. Whatever is wrong with them, the result says what could
 * be read: a mail that is understood in part raises an alarm. It never rejects, because nobody would hear of the mail then.
 */
export async function parseMail(sent: Buffer): Promise<ParsedMail> {
  if (hasTooManyLines(sent)) return unreadable(sent, new Set());
  const { bytes, repairs } = repaired(sent);
  try {
    const email = await PostalMime.parse(bytes, { maxNestingDepth: 20, maxRfc822NestingDepth: 3 });
    return contentOf(email, new Set(repairs));
  } catch {
    return unreadable(sent, repairs);
  }
}

function repaired(sent: Buffer): { readonly bytes: Buffer; readonly repairs: ReadonlySet<MailRepair> } {
  try {
    const { bytes, repairs } = repairMail(sent);
    return { bytes, repairs: new Set(repairs) };
  } catch {
    // Most mails can be read as they are.
    return { bytes: sent, repairs: new Set() };
  }
}

function hasTooManyLines(sent: Buffer): boolean {
  let at = -1;
  for (let lines = 0; lines <= MOST_LINES; lines++) {
    at = sent.indexOf(0x0a, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** The subject and the beginning of a mail that no parser reads. */
function unreadable(sent: Buffer, repairs: ReadonlySet<MailRepair>): ParsedMail {
  const head = sent.subarray(0, 2_000).toString('utf8');
  const subject = /^subject:[ \t]*(.*)$/im.exec(head)?.[1]?.trim() ?? '';
  const body = head.replace(/^[\s\S]*?\r?\n\r?\n/, '');
  return {
    subject: subject.slice(0, LONGEST_SUBJECT),
    text: cleanText(body),
    pictures: [],
    unreadable: [],
    others: [],
    isWhole: false,
    sentAt: undefined,
    repairs: [...repairs, 'mail_unreadable'],
    identity: hashOf(sent),
  };
}

function contentOf(email: Email, repairs: Set<MailRepair>): ParsedMail {
  const subject = (email.subject ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_SUBJECT);
  const html = email.html ?? '';
  const plain = email.text ?? '';
  const uuencoded = takeUuencoded(plain);
  if (uuencoded.files.length > 0) repairs.add('uuencoded');
  const found = new Files(repairs);
  for (const attachment of email.attachments.slice(0, MOST_ATTACHMENTS)) found.add(attachment);
  for (const { name, bytes } of uuencoded.files) found.addBytes(bytes, name, true);
  for (const bytes of embeddedIn(html)) found.addBytes(bytes, undefined, true);
  const isPlain = uuencoded.text.trim() !== '';
  const written = isPlain ? '' : html.replaceAll(EMBEDDED, '');
  const words = isPlain
    ? uuencoded.text
    : `${textOfHtml(written).replaceAll(/\s*\n\s*/g, '\n')}\n${found.text}`;
  const text = cleanText(words);
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value.trim();
  const sentAt = readDate(header('date'), repairs);
  noteSender(header('from'), repairs);
  const messageId = header('message-id') ?? '';
  if (messageId !== '' && !/\d{5}|[0-9a-f-]{12}/i.test(messageId)) repairs.add('message_id_constant');
  const { pictures, unreadable, others } = found;
  const said = [subject, header('date'), messageId, header('from'), text, unreadable, others];
  return {
    subject,
    text,
    isWhole: written.length <= LONGEST_HTML && words.length <= MOST_LOOKED_AT && text.length < LONGEST_TEXT,
    pictures,
    unreadable,
    others,
    sentAt,
    repairs: [...repairs],
    identity: hashOf(
      canonicalJson([...said.map((it) => it ?? null), ...pictures.map(({ bytes }) => hashOf(bytes))]),
    ),
  };
}

const ZONE = /(?:[+-]\d{2}:?\d{2}|\b(?:GMT|UTC?|Z|[ECMP][SD]T))\b/;

/** A local time without its zone cannot be told from UTC, so it does not count. */
function readDate(value: string | undefined, repairs: Set<MailRepair>): Date | undefined {
  if (value === undefined || value === '') {
    repairs.add('date_missing');
    return undefined;
  }
  const date = new Date(value.replace(/\([^)]*\)/g, '').trim());
  if (Number.isNaN(date.getTime())) {
    repairs.add('date_unreadable');
    return undefined;
  }
  if (ZONE.test(value.replace(/^[^:]*:/, ''))) return date;
  repairs.add('date_without_zone');
  return undefined;
}

/** The sender decides nothing. What is wrong with it helps whoever sets the camera up. */
function noteSender(value: string | undefined, repairs: Set<MailRepair>): void {
  if (value === undefined) repairs.add('from_missing');
  else if (/^[\s"']*<?\s*>?$/.test(value)) repairs.add('from_empty');
  else if (!/\S@\S/.test(value)) repairs.add('from_unreadable');
}

class Files {
  readonly pictures: MailPicture[] = [];
  readonly unreadable: string[] = [];
  readonly others: string[] = [];
  /** The text of attachments that are a text. */
  text = '';
  readonly #repairs: Set<MailRepair>;

  constructor(repairs: Set<MailRepair>) {
    this.#repairs = repairs;
  }

  add({ content, filename, mimeType }: Attachment): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
    const name = plainName(filename);
    const type = mimeType.toLowerCase();
    if (/^text\/plain/.test(type) && !looksLikePicture(type, name) && !sniff(bytes)) {
      const { text, files } = takeUuencoded(bytes.toString('utf8'));
      this.text += `${text}\n`;
      for (const file of files) this.addBytes(file.bytes, file.name ?? name, true);
      return;
    }
    this.addBytes(bytes, name, looksLikePicture(type, name));
  }

  addBytes(sent: Buffer, name: string | undefined, isPicture: boolean): void {
    const bytes = this.#unwrap(sent);
    const type = sniff(bytes);
    if (type) this.pictures.push({ bytes, type, name });
    else if (isPicture) this.unreadable.push(name ?? 'a picture without a name');
    else this.others.push(name ?? 'a file without a name');
  }

  /** The content of an attachment that was encoded once more than its headers say. */
  #unwrap(bytes: Buffer): Buffer {
    if (sniff(bytes)) return bytes;
    const head = bytes.subarray(0, 200).toString('latin1').trimStart();
    if (/^begin(?:-base64)? [0-7]{3,4} /.test(head)) {
      const [file] = takeUuencoded(bytes.toString('latin1')).files;
      if (file) this.#repairs.add('uuencoded');
      if (file) return file.bytes;
    }
    if (/^(?:\/9j\/|iVBORw0KGgo|UklGR)/.test(head)) {
      this.#repairs.add('transfer_encoding_missing');
      return Buffer.from(bytes.toString('latin1'), 'base64');
    }
    // Line ends before the first byte of a picture in binary.
    const start = /^[\r\n]{1,4}/.exec(bytes.subarray(0, 4).toString('latin1'))?.[0].length ?? 0;
    return bytes.subarray(start);
  }
}

/** The type of a picture by its first bytes, whatever its headers say. */
function sniff(bytes: Buffer): MailPicture['type'] | undefined {
  const head = bytes.subarray(0, 12).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return /^RIFF[\s\S]{4}WEBP/.test(head) ? 'image/webp' : undefined;
}

const looksLikePicture = (type: string, name: string | undefined): boolean =>
  type.startsWith('image/') || /\.(?:jpe?g|jpe|jfif|png|webp|gif|bmp|heic|avif|tiff?|svg)$/i.test(name ?? '');

/** The name of a file without its path, and without characters that no name needs. */
function plainName(name: string | null): string | undefined {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replaceAll(/[\p{C}"<>|:*?]/gu, '')
    .trim()
    .slice(0, LONGEST_NAME);
  return /^\.*$/.test(plain) ? undefined : plain;
}

interface UuencodedFile {
  readonly name: string | undefined;
  readonly bytes: Buffer;
}

const BEGIN = /^begin(-base64)? [0-7]{3,4} (.*)$/;

/** Takes uuencoded files out of a text, as old mailers write them. */
function takeUuencoded(text: string): { text: string; files: UuencodedFile[] } {
  if (!/^begin(?:-base64)? [0-7]{3,4} /m.test(text)) return { text, files: [] };
  const kept: string[] = [];
  const files: UuencodedFile[] = [];
  let open: { isBase64: boolean; name: string | undefined; chunks: Buffer[] } | undefined;
  const close = () => {
    if (open) files.push({ name: open.name, bytes: Buffer.concat(open.chunks) });
    open = undefined;
  };
  for (const line of text.split(/\r?\n/)) {
    const [isBegin, base64, name = ''] = BEGIN.exec(line) ?? [];
    if (isBegin !== undefined && !open) {
      open = { isBase64: base64 !== undefined, name: plainName(name.trim()), chunks: [] };
    } else if (!open) kept.push(line);
    else if (open.isBase64 ? line.startsWith('====') : /^end\s*$/.test(line)) close();
    else if (line !== '') open.chunks.push(open.isBase64 ? Buffer.from(line, 'base64') : decodeLine(line));
  }
  close();
  return { text: kept.join('\n'), files };
}

/** Decodes a line: its length, then three bytes in four characters. Spaces at its end may be lost. */
function decodeLine(line: string): Buffer {
  const valueAt = (place: number): number => ((line.charCodeAt(place) || 0x20) - 0x20) & 0x3f;
  const length = valueAt(0);
  const bytes: number[] = [];
  for (let place = 1; bytes.length < length; place += 4) {
    const bits =
      (valueAt(place) << 18) | (valueAt(place + 1) << 12) | (valueAt(place + 2) << 6) | valueAt(place + 3);
    bytes.push((bits >> 16) & 0xff, (bits >> 8) & 0xff, bits & 0xff);
  }
  return Buffer.from(bytes.slice(0, length));
}

const EMBEDDED = /["'(]data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=\s]+)/gi;
/** Searches for the end of an element are quadratic in what is looked at. */
const LONGEST_HTML = 50_000;

/** The pictures that HTML contains itself. */
const embeddedIn = (html: string): Buffer[] =>
  Array.from(html.matchAll(EMBEDDED), ([, data = '']) => Buffer.from(data, 'base64'));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The words of HTML, one line for each block or row. */
function textOfHtml(html: string): string {
  return html
    .slice(0, LONGEST_HTML)
    .replaceAll(/<(style|script|head|title)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(?:br|\/?(?:p|div|tr|li|h\d))\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(
      /&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
      },
    );
}

/** A text without blank space that says nothing, and without characters that nothing shows. */
function cleanText(text: string): string {
  return text
    .slice(0, MOST_LOOKED_AT)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{C}\n\t]/gu, '')
    .split('\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, LONGEST_TEXT);
}
