import httpJsonBodyParser from '@middy/http-json-body-parser';
import { ApiError, invalidField } from '../base/errors.ts';
import { MAXIMUM_FIELD_NAME_LENGTH } from '../base/validation.ts';
import { decodeBody } from './body-charset.ts';
import type { JsonBody, PipelineEvent } from './pipeline-state.ts';
import { readDecidingHeader, readHeader } from './read-header.ts';
import type { Route } from './route.ts';
import { takesNoBody } from './route-implications.ts';

/** The largest body that is parsed; larger ones are rejected. */
export const MAXIMUM_BODY_BYTES = 64 * 1024;

/** The media type is checked by `requireJson`, after the request was counted. */
const parser = httpJsonBodyParser({ disableContentTypeCheck: true });

const JSON_MEDIA_TYPE = /^application\/([a-z0-9.+-]+\+)?json$/i;

/** Returns the body of a request. The first part of the pipeline that needs it parses it, once for all. */
export function readJson(event: PipelineEvent): JsonBody {
  event.state.json ??= parseJson(event);
  return event.state.json;
}

/** Returns a field of the body before the body is validated; `undefined` if the body is not an object. */
export function peekField(event: PipelineEvent, name: string): unknown {
  const json = readJson(event);
  const value = 'value' in json ? json.value : undefined;
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function parseJson(event: PipelineEvent): JsonBody {
  if (bytesOf(event) > MAXIMUM_BODY_BYTES) return { error: new ApiError('payload_too_large') };
  if (!event.body) return { value: undefined };
  const text = textOf(event);
  if (event.state.repairs) return parseAny(text);
  const parsed = { event: { headers: {}, body: text } };
  try {
    parser.before?.(parsed as never);
    return { value: parsed.event.body, flaw: flawOf(text) };
  } catch (error) {
    return {
      error: isCompressed(event, text) ? new ApiError('unsupported_media_type') : translateParserError(error),
    };
  }
}

/** Returns the text of the body, without the byte order mark that some clients send. */
function textOf(event: PipelineEvent): string {
  const body = event.body ?? '';
  const text = event.isBase64Encoded
    ? decodeBody(Buffer.from(body, 'base64'), readHeader(event, 'content-type'))
    : body;
  return text.replace(/^\ufeff/, '');
}

/** Whether the body is compressed and therefore not JSON: gzip begins with this character. */
function isCompressed(event: PipelineEvent, text: string): boolean {
  const coding = readHeader(event, 'content-encoding') ?? '';
  return text.startsWith('\u001f') || !/^\s*(?:identity)?\s*$/i.test(coding);
}

/**
 * Finds a flaw in a text that is valid JSON. For example, bytes that are not UTF-8 arrive as U+FFFD, so the text is not what
 * somebody wrote.
 */
function flawOf(text: string): ApiError | undefined {
  if (text.includes('\ufffd')) return new ApiError('malformed_json');
  const repeated = repeatedField(text)?.slice(0, MAXIMUM_FIELD_NAME_LENGTH);
  return repeated === undefined
    ? undefined
    : invalidField(repeated, `The ${repeated} field must be given once.`);
}

/**
 * The parts of JSON that are needed to find the names of fields: strings, with the colon after a name, brackets and commas.
 */
const JSON_TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]/g;

/** Finds the first field that occurs twice in an object, and returns its path, such as `rotations.0.name`. */
function repeatedField(json: string): string | undefined {
  const open: { readonly names: Set<string> | undefined; at: string | number }[] = [];
  for (const [token, text = '', isName] of json.matchAll(JSON_TOKEN)) {
    const level = open.at(-1);
    if (token === '{') open.push({ names: new Set(), at: '' });
    else if (token === '[') open.push({ names: undefined, at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (!level) continue;
    else if (token === ',' && typeof level.at === 'number') level.at += 1;
    else if (isName && level.names) {
      level.at = String(JSON.parse(text));
      if (level.names.has(level.at)) return open.map(({ at }) => at).join('.');
      level.names.add(level.at);
    }
  }
  return undefined;
}

function parseAny(text: string): JsonBody {
  try {
    return { value: parseLeniently(text) };
  } catch {
    return { error: new ApiError('malformed_json') };
  }
}

/**
 * Returns the body for the schema of a route. A missing body is treated as an empty object, so that validation can name the
 * missing fields; except for PUT, where an empty object would replace everything by nothing. A route without a body schema
 * ignores the body, unless it is too large.
 */
export function requireJson(route: Route, event: PipelineEvent): unknown {
  if (bytesOf(event) > MAXIMUM_BODY_BYTES) throw new ApiError('payload_too_large');
  if (!route.request.body) return undefined;
  if (!event.body) return route.method === 'PUT' ? undefined : {};
  if (!event.state.repairs) requireJsonType(event);
  const json = readJson(event);
  if ('error' in json) throw json.error;
  if (json.flaw) throw json.flaw;
  // Clients that are generated for Go send null instead of no body.
  return json.value === null && takesNoBody(route) ? {} : json.value;
}

function requireJsonType(event: PipelineEvent): void {
  const mediaType = mediaTypeOf(readDecidingHeader(event, 'content-type'));
  if (!JSON_MEDIA_TYPE.test(mediaType)) throw new ApiError('unsupported_media_type');
}

function bytesOf({ body, isBase64Encoded }: PipelineEvent): number {
  return Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

/** A media type without its parameters (RFC 9110, section 8.3.1). */
function mediaTypeOf(contentType = ''): string {
  return contentType.split(';')[0]?.trim() ?? '';
}

/**
 * Translates an error of the parser. It must not become the cause of another error, because it contains the body, which may
 * contain a password.
 */
function translateParserError(error: unknown): ApiError {
  const { cause } = error as { cause?: { data?: unknown } };
  if (cause?.data === '__proto__' || cause?.data === 'constructor') {
    return invalidField(cause.data, `The ${cause.data} field is not allowed.`);
  }
  return new ApiError('malformed_json');
}

/**
 * How many levels of nesting a report has: its body, list, event, metadata, and a value of these. What is nested deeper is
 * cut off.
 */
const MOST_LEVELS = 6;

/** A string in JSON. In it, control characters are looked for. */
const STRING = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/g;
const CONTROLS = /\p{Cc}/gu;

/**
 * Reads JSON as firmware writes it: with a byte order mark, with control characters in its texts, or with a NUL at its end.
 * If a field is repeated, the last value counts. A list counts as a report without the object around it. Throws a SyntaxError
 * for anything else that is not JSON.
 */
export function parseLeniently(text: string): unknown {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  const value = cutOff(parseWithControls(body), MOST_LEVELS);
  return Array.isArray(value) ? { events: value } : value;
}

function parseWithControls(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(STRING, escapeControls).replace(CONTROLS, ' '));
  }
}

function escapeControls(string: string): string {
  return string.replace(CONTROLS, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Replaces what is nested deeper by null, so that later steps may be recursive. Leaves out fields through which a client
 * could change a prototype.
 */
function cutOff(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((each) => cutOff(each, levels - 1));
  const fields = Object.entries(value).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(fields.map(([name, each]) => [name, cutOff(each, levels - 1)]));
}
