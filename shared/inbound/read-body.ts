import { gunzipSync, inflateSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import { ApiError } from '../base/errors.ts';
import { fieldsOf, type InboundMessage, isFields, textIn, type XmlElement } from './message.ts';

/** How large a message may be, before and after it is unpacked. */
export const LARGEST_MESSAGE = 4 * 1024 * 1024;

export interface RawMessage {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
  readonly topic: string | undefined;
  readonly isRetained: boolean | undefined;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * Reads a body whatever its type says, because firmware and templates often say nothing or something else: JSON, lines of JSON,
 * a form, a form with files, XML or plain text, packed or not. A list is several messages. Without a body, the query is the
 * message. Throws `message_too_large`.
 */
export function readMessages({ bytes, contentType = '', ...raw }: RawMessage): InboundMessage[] {
  const query = Object.fromEntries(Object.entries(raw.query).map(([name, it]) => [name, withoutAddress(it)]));
  const given = {
    topic: raw.topic === undefined ? undefined : withoutAddress(raw.topic),
    isRetained: raw.isRetained,
  };
  const unpacked = unpack(bytes);
  const parts = partsOf(unpacked, contentType);
  const text = parts ? parts.text : decode(unpacked, contentType);
  const base = { ...given, text, pictures: [], isOnlyQuery: false, json: undefined, xml: undefined };
  if (isPicture(unpacked)) return [{ ...base, text: '', json: nonEmpty(query), pictures: [unpacked] }];
  if (text.trim() === '' && !parts) return [{ ...base, json: nonEmpty(query), isOnlyQuery: true }];
  const read = [text, ...(parts?.otherTexts ?? [])].flatMap((it) =>
    readText({ ...base, text: it }, parts, contentType),
  );
  // Which of several messages the pictures belong to is unknown: the first one keeps them.
  const pictures = [...(parts?.pictures ?? []), ...read.flatMap((it) => it.pictures)];
  return read.map((it, place) => ({ ...it, pictures: place === 0 ? pictures : [] }));
}

/** The messages in a text, or in the fields of a form. */
function readText(base: InboundMessage, parts: Parts | undefined, contentType: string): InboundMessage[] {
  const { text } = base;
  const xml = readXml(text);
  if (xml)
    return [{ ...base, xml: withoutPictures(xml), text: maskPictures(text), pictures: picturesIn(text) }];
  const json = parts?.fields ?? readJson(text) ?? readForm(text, contentType);
  const values = Array.isArray(json) && json.length > 0 && json.every(isFields) ? json : [json];
  return values.map((value) => wrapped({ ...base, json: value }));
}

/** A text without the secrets of addresses. A sender may repeat its own, and alerts and messages are stored. */
export const withoutAddress = (text: string): string => text.replaceAll(/guard_i_\w{20,}/g, 'guard_i_***');

const nonEmpty = (query: Readonly<Record<string, string>>): unknown =>
  Object.keys(query).length === 0 ? undefined : withJsonValues(Object.entries(query));

/** A flow of Node-RED, and a bridge of a broker, send the topic beside what it carried. */
function wrapped(message: InboundMessage): InboundMessage {
  const fields = fieldsOf(message.json);
  const { topic, payload, retain } = fields;
  const isWrapper = typeof topic === 'string' && 'payload' in fields && message.topic === undefined;
  if (!isWrapper) return message;
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload ?? '');
  const json = typeof payload === 'string' ? readJson(payload) : payload;
  return {
    ...message,
    topic,
    text,
    json,
    isRetained: typeof retain === 'boolean' ? retain : message.isRetained,
  };
}

/** Unpacks a body, also one that API Gateway has not unpacked because its sender did not say that it was packed. */
function unpack(bytes: Buffer): Buffer {
  if (bytes.length > LARGEST_MESSAGE) throw new ApiError('message_too_large');
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const isZlib = bytes[0] === 0x78 && (bytes[1] === 0x01 || bytes[1] === 0x9c || bytes[1] === 0xda);
  if (!isGzip && !isZlib) return bytes;
  try {
    return (isGzip ? gunzipSync : inflateSync)(bytes, { maxOutputLength: LARGEST_MESSAGE });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    if (isTooLarge) throw new ApiError('message_too_large');
    return bytes;
  }
}

/** Decodes a text by the charset that its type or its XML declaration names, or as UTF-8. */
function decode(bytes: Buffer, contentType: string): string {
  const head = bytes.subarray(0, 120).toString('latin1');
  const named =
    /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? /<\?xml[^>]*encoding=["']([\w-]+)/i.exec(head)?.[1];
  return withoutAddress(decoderOf(named).decode(bytes).replace(/\0+$/, ''));
}

function decoderOf(charset = 'utf-8'): Pick<InstanceType<typeof TextDecoder>, 'decode'> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** The words of Python in a body that a template has printed, and what tells whether they are outside its texts. */
const PYTHON = /\\[\s\S]|"|\b(?:True|False|None)\b/g;
const JSON_WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };
const CONTROLS = /\p{Cc}/gu;

/** Reads JSON, or lines of it, also with control characters in its texts, and with the words of Python. */
function readJson(text: string): unknown {
  const body = text.trim();
  if (!/^[[{"\dtfn-]/i.test(body)) return undefined;
  const plain = () => body.replaceAll(CONTROLS, ' ');
  const attempts = [
    () => JSON.parse(body),
    () => body.split(/\r?\n/).map((line) => JSON.parse(line)),
    () => JSON.parse(plain()),
    () => JSON.parse(withoutPython(plain())),
  ];
  for (const attempt of attempts) {
    try {
      return cutOff(attempt(), MOST_LEVELS);
    } catch {
      // The next reading is more lenient.
    }
  }
  return undefined;
}

/** Replaces words of Python outside texts. Each character is looked at once, whatever its sender puts between quotes. */
function withoutPython(text: string): string {
  let isInText = false;
  return text.replaceAll(PYTHON, (found) => {
    if (found === '"') isInText = !isInText;
    return isInText ? found : (JSON_WORDS[found] ?? found);
  });
}

/** Deeper than any message of the formats. */
const MOST_LEVELS = 16;

function cutOff(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((it) => cutOff(it, levels - 1));
  const fields = Object.entries(value).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(fields.map(([name, it]) => [name, cutOff(it, levels - 1)]));
}

function readForm(text: string, contentType: string): unknown {
  const isForm =
    /urlencoded/i.test(contentType) ||
    /^[\w.[\]-]+=[^\s<>{}&]*(?:&[\w.[\]-]+=[^\s<>{}&]*)*$/.test(text.trim());
  return isForm ? withJsonValues([...new URLSearchParams(text.trim())]) : undefined;
}

/** Fields of a form or a query. A value that is JSON is read. */
function withJsonValues(entries: readonly (readonly [string, string])[]): Record<string, unknown> {
  return Object.fromEntries(
    entries
      .filter(([name]) => name !== '__proto__')
      .map(([name, value]) => [name, /^\s*[[{]/.test(value) ? (readJson(value) ?? value) : value]),
  );
}

interface Parts {
  /** The first part that is a document and no field of a form. */
  readonly text: string;
  /** The other documents. */
  readonly otherTexts: readonly string[];
  /** The fields of the form; `undefined` if it has none. */
  readonly fields: Record<string, unknown> | undefined;
  readonly pictures: readonly Buffer[];
}

/** The longest header of a part that is looked for. */
const LONGEST_HEAD = 4_096;

/**
 * Divides a form with files into its parts. It is lenient as senders are not exact: a boundary line may come twice, line ends may
 * be LF alone, and the type may lack the boundary.
 */
function partsOf(bytes: Buffer, contentType: string): Parts | undefined {
  const isMultipart = /^\s*multipart\//i.test(contentType);
  const line = /^\s*--([^\r\n]{1,70})\r?\n/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1];
  const named = /boundary="?([^";]+)/i.exec(contentType)?.[1]?.trim();
  const looksLikeForm =
    line !== undefined &&
    bytes.subarray(0, 600).toString('latin1').toLowerCase().includes('content-disposition');
  if (!isMultipart && !looksLikeForm) return undefined;
  const boundary = Buffer.from(
    `--${named !== undefined && bytes.includes(`--${named}`) ? named : (line ?? named ?? '')}`,
    'latin1',
  );
  if (boundary.length === 2) return undefined;
  const fields: [string, string][] = [];
  const pictures: Buffer[] = [];
  const texts: string[] = [];
  for (let start = bytes.indexOf(boundary); start >= 0; ) {
    const next = bytes.indexOf(boundary, start + boundary.length);
    const part = bytes.subarray(start + boundary.length, next < 0 ? undefined : next);
    start = next;
    const head = part.subarray(0, LONGEST_HEAD).toString('latin1');
    const end = /\r?\n\r?\n/.exec(head);
    if (!end) continue;
    const headers = head.slice(0, end.index);
    const content = part.subarray(end.index + end[0].length);
    const type = /content-type:\s*([^\r\n]+)/i.exec(headers)?.[1] ?? '';
    if (/^image\//i.test(type) || isPicture(content)) {
      pictures.push(content);
      continue;
    }
    const value = decode(content, type).replace(/\r?\n$/, '');
    const name = /[;\s]name="?([^";\r\n]*)/i.exec(headers)?.[1] ?? '';
    const isDocument = /xml|json/i.test(type) || /^\s*<[?\w]/.test(value);
    if (isDocument) texts.push(value);
    else if (name !== '') fields.push([name, value]);
  }
  const [text = '', ...otherTexts] = texts;
  return {
    text,
    otherTexts,
    pictures,
    fields: texts.length === 0 && fields.length > 0 ? withJsonValues(fields) : undefined,
  };
}

/** Whether bytes begin as a JPEG, PNG, WebP or GIF does. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 12).toString('latin1');
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG') ||
    /^RIFF[\s\S]{4}WEBP/.test(head) ||
    head.startsWith('GIF8')
  );
}

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Reads XML with one root; `undefined` for anything else. A document with its own entities is not read. */
function readXml(text: string): XmlElement | undefined {
  if (!/^[\s\ufeff]*<[?!\w]/.test(text) || /<!DOCTYPE/i.test(text.slice(0, 1_000))) return undefined;
  try {
    const read: unknown = PARSER.parse(text);
    return isFields(read) &&
      Object.values(read).some((it) => typeof it === 'object' || textIn(it) !== undefined)
      ? (read as XmlElement)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The element with a picture as text, of the cameras that send it inside XML, in lines that may be indented. */
const BASE64_PICTURE = /(?:[A-Za-z0-9+/=]{4}\s{0,40}){60,}/g;

const picturesIn = (text: string): Buffer[] =>
  Array.from(text.matchAll(BASE64_PICTURE), ([it]) => it.trim())
    .filter((it) => /^(?:\/9j\/|iVBOR|UklGR)/.test(it))
    .map((it) => Buffer.from(it, 'base64'));

const maskPictures = (text: string): string => text.replaceAll(BASE64_PICTURE, '[picture]');

function withoutPictures(value: XmlElement): XmlElement {
  return JSON.parse(
    JSON.stringify(value, (_, it: unknown) => (typeof it === 'string' && it.length > 4_000 ? '' : it)),
  );
}
