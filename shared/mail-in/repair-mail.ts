import type { ByteRepair } from '../alerts/mail-repairs.ts';

export interface RepairedMail {
  readonly bytes: Buffer;
  readonly repairs: readonly ByteRepair[];
}

const HEADER = /^([!-9;-~]+)[ \t]*:/;
/** The headers of a part. What else looks like a header is the text of a part without a blank line before it. */
const PART_HEADER = /^(?:content-[a-z-]+|mime-version|x-[\w-]+|message-id|date|subject|from|to)[ \t]*:/i;
const MULTIPART_HEADER = /^content-type[ \t]*:[ \t]*multipart\//i;
const BASE64_LINE = /^[A-Za-z0-9+/]{16,}={0,4}$/;
/** How a JPEG, PNG or WebP picture begins in Base64. */
const BASE64_PICTURE = /^(?:\/9j\/|iVBORw0KGgo|UklGR)/;
/** How they begin in binary, and in quoted-printable. */
const BINARY_PICTURE = /^(?:\xff\xd8\xff|\x89PNG|RIFF[\s\S]{4}WEBP)/;
const QUOTED_PICTURE = /^(?:=FF=D8=FF|=89PNG)/i;
const CHARSET = /charset[ \t]*=[ \t]*"?([\w-]+)/i;
/** Charsets whose texts may be valid UTF-8 by chance. */
const EAST_ASIAN = /^(?:gb|big5|euc|shift|iso-2022|ks_c)/i;
const NOT_ASCII = /[\x80-\xff]/;
/** A mail has few parts. What comes after so many is left out: it is a mail bomb. */
const MOST_PARTS = 200;
/** Parts of parts beyond are not looked for: each search reads the rest of the mail. */
const MOST_BOUNDARIES = 20;

/**
 * Puts right what firmware gets wrong in the structure of a mail, so that a parser finds each part as it was meant: missing
 * blank lines after headers, text among headers, boundaries that are not closed or not declared, and marks after Base64. It
 * works on bytes (as Latin-1), and leaves every line of content as it is.
 */
export function repairMail(sent: Buffer): RepairedMail {
  return new Repair(sent).run();
}

interface Part {
  /** The lower-case names of the headers, with their unfolded values. */
  readonly headers: Map<string, string>;
  readonly lines: string[];
  readonly isRoot: boolean;
}

class Repair {
  readonly #repairs = new Set<ByteRepair>();
  readonly #text: string;
  readonly #lines: readonly string[];
  #cursor = { line: 0, offset: 0 };
  /** The lines of the result, by header and body. */
  readonly #out: (readonly string[])[] = [];
  /** The place in it of the headers of the part that was begun last. */
  #head = 0;
  #declared = 0;
  readonly #boundaries: string[] = [];
  #part: Part | undefined;
  #parts = 0;
  #namedCharset: string | undefined;

  constructor(sent: Buffer) {
    const text = sent.toString('latin1');
    // A single one harms nobody.
    if ((text.match(/(?<!\r)\n/g)?.length ?? 0) > 1) this.#repairs.add('bare_lf');
    // A byte order mark and empty lines before the headers would make them a body.
    this.#text = text.replace(/^(?:\xef\xbb\xbf)?[\r\n]*/, '');
    this.#lines = this.#text.split(/\r?\n/);
  }

  run(): RepairedMail {
    let place = this.#readHeaders(0, true);
    let body: string[] = [];
    let isClosed = false;
    const flush = () => {
      // The body may replace headers before it. It has more lines than a call has arguments.
      const start = place - body.length;
      this.#out.push((this.#part && this.#encodeBinary(start, place)) ?? this.#repairBody(body));
      body = [];
    };
    while (place < this.#lines.length) {
      const line = this.#lines[place] ?? '';
      const closing = this.#delimiterOf(line);
      if (closing === undefined) {
        body.push(line);
        place += 1;
        continue;
      }
      flush();
      this.#out.push([line]);
      place += 1;
      const isEnd = closing.isEnd;
      if (isEnd) {
        this.#boundaries.length = this.#boundaries.indexOf(closing.boundary);
        isClosed ||= this.#boundaries.length === 0;
        this.#part = undefined;
        continue;
      }
      this.#boundaries.length = this.#boundaries.indexOf(closing.boundary) + 1;
      this.#parts += 1;
      if (this.#parts > MOST_PARTS) break;
      place = this.#readHeaders(place, false);
    }
    flush();
    if (this.#boundaries.length > 0 && !isClosed) {
      this.#repairs.add('unclosed_multipart');
      for (const boundary of this.#boundaries.toReversed()) this.#out.push([`--${boundary}--`]);
    }
    return { bytes: Buffer.from(this.#out.flat().join('\r\n'), 'latin1'), repairs: [...this.#repairs] };
  }

  /** Copies the headers of the mail or of a part, and the blank line after them. Returns the place of its body. */
  #readHeaders(start: number, isRoot: boolean): number {
    const part: Part = { headers: new Map(), lines: [], isRoot };
    this.#part = part;
    const own = isRoot ? HEADER : PART_HEADER;
    const hasBlank = isRoot && this.#lines.some((line) => line.trim() === '');
    // Whether the headers declare parts. It is kept, so that each line is looked at once.
    let isMultipart = false;
    let place = start;
    for (; place < this.#lines.length; place++) {
      const line = this.#lines[place] ?? '';
      if (line.trim() === '') {
        place += 1;
        break;
      }
      if (this.#delimiterOf(line) || (isRoot && isMultipart && this.#startsPart(place))) {
        // The same delimiter twice is an empty part, not a missing line.
        if (part.lines.length > 0) this.#repairs.add('header_body_separator_missing');
        break;
      }
      if (/^[ \t]/.test(line) && part.lines.length > 0) {
        part.lines.push(line);
        continue;
      }
      if (own.test(line)) {
        part.lines.push(line);
        isMultipart ||= MULTIPART_HEADER.test(line);
        continue;
      }
      if (isRoot && hasBlank && part.lines.length > 0 && this.#isFollowedByBody(place)) {
        this.#repairs.add('header_without_colon');
        continue;
      }
      if (part.lines.length > 0 || !isRoot) this.#repairs.add('header_body_separator_missing');
      break;
    }
    this.#keepHeaders(part, place);
    return place;
  }

  /** Whether a line of text among the headers is only that: a header, or the blank line after the headers, still comes. */
  #isFollowedByBody(place: number): boolean {
    for (const line of this.#lines.slice(place + 1, place + 20)) {
      if (line.trim() === '') return true;
      if (!HEADER.test(line) && !/^[ \t]/.test(line) && this.#lines[place + 1] !== line) return false;
    }
    return false;
  }

  #startsPart(place: number): boolean {
    const line = this.#lines[place] ?? '';
    return /^--\S/.test(line) && PART_HEADER.test(this.#lines[place + 1] ?? '');
  }

  #keepHeaders(part: Part, bodyPlace: number): void {
    for (const line of unfold(part.lines)) {
      const [, name] = HEADER.exec(line) ?? [];
      if (name === undefined) continue;
      const value = line.slice(line.indexOf(':') + 1).trim();
      const key = name.toLowerCase();
      if (!part.headers.has(key)) part.headers.set(key, value);
    }
    if (NOT_ASCII.test(part.lines.join('\n'))) this.#repairs.add('eight_bit_header');
    const type = part.headers.get('content-type') ?? '';
    const isMultipart = /^multipart\//i.test(type);
    const mayHaveParts = (isMultipart || (part.isRoot && type === '')) && this.#declared < MOST_BOUNDARIES;
    const named = mayHaveParts ? this.#boundaryOf(type, bodyPlace) : undefined;
    const lines = named?.isGuessed ? withoutHeader(part.lines, 'content-type') : part.lines;
    const head: string[] = [];
    for (const line of lines) {
      const plain = this.#inUtf8(line).replace(HEADER, '$1:');
      // A backslash is part of a path, and not the mark of a quoted character, as which it would vanish.
      head.push(/name\*?[ \t]*=/i.test(plain) ? plain.replaceAll(/\\(?!["\\])/g, '\\\\') : plain);
    }
    if (named) {
      this.#declared += 1;
      this.#boundaries.push(named.boundary);
      if (named.isGuessed) {
        this.#repairs.add('boundary_missing');
        const kind = /^multipart\/[\w-]+/i.exec(type)?.[0] ?? 'multipart/mixed';
        head.push(`Content-Type: ${kind}; boundary="${named.boundary}"`);
      }
    }
    head.push('');
    this.#head = this.#out.push(head) - 1;
  }

  /** The boundary that the type declares and the body has, or the one that the body shows. */
  #boundaryOf(type: string, place: number): { boundary: string; isGuessed: boolean } | undefined {
    const [, quoted, plain] = /boundary[ \t]*=[ \t]*(?:"([^"]*)"?|([^;\s]+))/i.exec(type) ?? [];
    const declared = (quoted ?? plain)?.trim();
    const rest = this.#lines.slice(place);
    if (declared && rest.some((line) => line.startsWith(`--${declared}`))) {
      return { boundary: declared, isGuessed: false };
    }
    const at = rest.findIndex(
      (line, index) => /^--[^\s-]|^---+[^\s-]/.test(line) && PART_HEADER.test(rest[index + 1] ?? ''),
    );
    const found = at < 0 ? undefined : rest[at]?.slice(2).trimEnd();
    if (found !== undefined && /^[^"\\]{1,200}$/.test(found)) return { boundary: found, isGuessed: true };
    return declared ? { boundary: declared, isGuessed: false } : undefined;
  }

  #delimiterOf(line: string): { boundary: string; isEnd: boolean } | undefined {
    if (!line.startsWith('--')) return undefined;
    const rest = line.slice(2).trimEnd();
    const boundary = this.#boundaries.findLast((it) => rest === it || rest === `${it}--`);
    if (boundary === undefined) return undefined;
    return { boundary, isEnd: rest === `${boundary}--` && !this.#boundaries.includes(rest) };
  }

  #repairBody(body: readonly string[]): readonly string[] {
    const part = this.#part;
    if (!part || body.length === 0) return body;
    const encoding = part.headers.get('content-transfer-encoding') ?? '';
    const first = body.find((line) => line.trim() !== '')?.trim() ?? '';
    if (/base64/i.test(encoding)) {
      if (BASE64_PICTURE.test(first)) this.#declareFile();
      return this.#repairBase64(body);
    }
    if (/quoted-printable/i.test(encoding) && QUOTED_PICTURE.test(first)) this.#declareFile();
    const type = part.headers.get('content-type') ?? '';
    if ((type === '' || /^text\//i.test(type)) && !/quoted-printable/i.test(encoding)) {
      const text = this.#repairText(body, type);
      if (text) return text;
    }
    const isMultipart = /^(?:multipart|message)\//i.test(type);
    if (isMultipart || !BASE64_PICTURE.test(first) || !BASE64_LINE.test(first)) return body;
    // The content is Base64, whatever the headers say. They are written already, so it is decoded here.
    this.#repairs.add('transfer_encoding_missing');
    this.#declare('Content-Transfer-Encoding', 'base64');
    this.#declareFile();
    return this.#repairBase64(body);
  }

  /** Writes 8-bit text in UTF-8 if it is in no charset that its header names; `undefined` if it is. */
  #repairText(body: readonly string[], type: string): readonly string[] | undefined {
    const text = body.join('\n');
    if (!NOT_ASCII.test(text)) return undefined;
    const [, charset = ''] = CHARSET.exec(type) ?? [];
    const isUtf8 = isValidUtf8(text);
    if ((isUtf8 && /^utf-?8$/i.test(charset)) || EAST_ASIAN.test(charset)) return undefined;
    // Latin letters in another charset are the likely reading of what is no UTF-8, whatever its header says.
    if (!isUtf8 && !/^(?:utf-?8|us-ascii|ascii|)$/i.test(charset)) return undefined;
    this.#declare('Content-Type', `${/^text\/[\w-]+/i.exec(type)?.[0] ?? 'text/plain'}; charset=utf-8`);
    return isUtf8 ? body : body.map((line) => this.#inUtf8(line));
  }

  /** A line in the bytes of UTF-8; as it is if it is so already. */
  #inUtf8(line: string): string {
    if (!NOT_ASCII.test(line) || isValidUtf8(line)) return line;
    const bytes = Buffer.from(line, 'latin1');
    return Buffer.from(decoderOf(this.#charset).decode(bytes)).toString('latin1');
  }

  /** The charset of 8-bit text that does not name its own: that which the mail names elsewhere. */
  get #charset(): string {
    this.#namedCharset ??=
      this.#lines
        .slice(0, 500)
        .map((line) => CHARSET.exec(line)?.[1])
        .find((it) => it !== undefined && !/^(?:utf-?8|us-ascii|ascii)$/i.test(it)) ?? 'windows-1252';
    return this.#namedCharset;
  }

  /** Replaces a header of the part that was begun last. */
  #declare(name: string, value: string): void {
    const head = (this.#out[this.#head] ?? []).slice(0, -1);
    this.#out[this.#head] = [...withoutHeader(head, name.toLowerCase()), `${name}: ${value}`, ''];
  }

  #repairBase64(body: readonly string[]): readonly string[] {
    const kept: string[] = [];
    // How much came since the last padding: some devices encode a picture in pieces, each with its own.
    let length = 0;
    let isEnded = false;
    for (const line of body) {
      const text = line.trim();
      if (text === '') {
        kept.push(line);
        continue;
      }
      const [, data = '', padding = ''] = /^([A-Za-z0-9+/]+)(=*)$/.exec(text) ?? [];
      const isPiece = padding !== '' || data.length >= 16;
      if (/^-+$/.test(text) || (isEnded && !isPiece)) {
        // A closing delimiter without its name, or what stands after the end.
        this.#repairs.add('base64_trailing_garbage');
        continue;
      }
      length += text.length - padding.length;
      isEnded = padding !== '';
      if (!isEnded) {
        kept.push(line);
        continue;
      }
      const missing = (4 - (length % 4)) % 4;
      const right = missing === 3 ? '' : '='.repeat(missing);
      if (right !== padding) this.#repairs.add('base64_padding');
      kept.push(data + right);
      length = 0;
    }
    return kept;
  }

  /** A picture in binary, in Base64: its bytes may look like ends of lines, which a parser changes. */
  #encodeBinary(start: number, end: number): readonly string[] | undefined {
    const first = this.#lines.slice(start, start + 3).find((line) => line !== '') ?? '';
    if (!BINARY_PICTURE.test(first)) return undefined;
    const from = this.#offsetOf(start);
    const to = this.#offsetOf(end);
    // The last end of a line belongs to what follows.
    const bytes = this.#text
      .slice(from, to)
      .replace(/^[\r\n]+/, '')
      .replace(/\r?\n$/, '');
    this.#declare('Content-Transfer-Encoding', 'base64');
    this.#declareFile();
    return [Buffer.from(bytes, 'latin1').toString('base64')];
  }

  /** Where a line begins. Lines are asked for in their order. */
  #offsetOf(line: number): number {
    while (this.#cursor.line < line) {
      const end = this.#text.indexOf('\n', this.#cursor.offset);
      if (end < 0) return this.#text.length;
      this.#cursor = { line: this.#cursor.line + 1, offset: end + 1 };
    }
    return this.#cursor.offset;
  }

  /** Declares a part to be a file if it is said to be a text, which a parser would decode. */
  #declareFile(): void {
    const type = this.#part?.headers.get('content-type') ?? '';
    if (type !== '' && !/^text\//i.test(type)) return;
    const parameters = type.replace(/^[^;]*/, '').replaceAll(/\\(?!["\\])/g, '\\\\');
    this.#declare('Content-Type', `application/octet-stream${parameters}`);
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function isValidUtf8(latin1: string): boolean {
  try {
    UTF8.decode(Buffer.from(latin1, 'latin1'));
    return true;
  } catch {
    return false;
  }
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

/** Joins folded lines. */
function unfold(lines: readonly string[]): string[] {
  const unfolded: string[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && unfolded.length > 0) unfolded[unfolded.length - 1] += ` ${line.trim()}`;
    else unfolded.push(line);
  }
  return unfolded;
}

/** The lines without those of a header. */
function withoutHeader(lines: readonly string[], name: string): string[] {
  let isInside = false;
  return lines.filter((line) => {
    if (/^[ \t]/.test(line)) return !isInside;
    isInside = line.toLowerCase().startsWith(name) && /^[ \t]*:/.test(line.slice(name.length));
    return !isInside;
  });
}
