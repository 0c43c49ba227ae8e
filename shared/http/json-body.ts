import httpJsonBodyParser from '@middy/http-json-body-parser';
import { ApiError, invalidField } from '../errors.ts';
import { parseLeniently } from './lenient-json.ts';
import type { JsonBody, PipelineEvent } from './pipeline-state.ts';
import { readDecidingHeader } from './read-header.ts';
import type { Route } from './route.ts';
import { takesNoBody } from './route-implications.ts';

/** Larger bodies are rejected and not parsed. */
export const MAXIMUM_BODY_BYTES = 64 * 1024;

/** The media type is checked by `requireJson`, after the request was counted. */
const parser = httpJsonBodyParser({ disableContentTypeCheck: true });

const JSON_MEDIA_TYPE = /^application\/([a-z0-9.+-]+\+)?json$/i;

/** The body of a request. It is parsed once, by the first part of the pipeline that asks for it. */
export function readJson(event: PipelineEvent): JsonBody {
  event.state.json ??= parseJson(event);
  return event.state.json;
}

/** A field of the body before the body is validated; `undefined` if the body is not an object. */
export function peekField(event: PipelineEvent, name: string): unknown {
  const json = readJson(event);
  const value = 'value' in json ? json.value : undefined;
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function parseJson(event: PipelineEvent): JsonBody {
  const { body, isBase64Encoded } = event;
  if (bytesOf(event) > MAXIMUM_BODY_BYTES) return { error: new ApiError('payload_too_large') };
  if (!body) return { value: undefined };
  if (event.state.repairs) return parseAny(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString());
  const parsed = { event: { headers: {}, body, isBase64Encoded } };
  try {
    parser.before?.(parsed as never);
    return { value: parsed.event.body };
  } catch (error) {
    return { error: translateParserError(error) };
  }
}

function parseAny(text: string): JsonBody {
  try {
    return { value: parseLeniently(text) };
  } catch {
    return { error: new ApiError('malformed_json') };
  }
}

/**
 * The body for the schema of a route. A missing body is an empty object, so that validation can name the missing fields;
 * except for PUT, where an empty object would replace everything by nothing. A route without a body schema ignores the
 * body, unless it is too large.
 */
export function requireJson(route: Route, event: PipelineEvent): unknown {
  if (bytesOf(event) > MAXIMUM_BODY_BYTES) throw new ApiError('payload_too_large');
  if (!route.request.body) return undefined;
  if (!event.body) return route.method === 'PUT' ? undefined : {};
  if (!event.state.repairs) requireJsonType(event);
  const json = readJson(event);
  if ('error' in json) throw json.error;
  // Clients that are generated for Go send null if they have no body.
  return json.value === null && takesNoBody(route) ? {} : json.value;
}

function requireJsonType(event: PipelineEvent): void {
  const mediaType = mediaTypeOf(readDecidingHeader(event, 'content-type'));
  if (!JSON_MEDIA_TYPE.test(mediaType)) throw new ApiError('unsupported_media_type');
}

function bytesOf({ body, isBase64Encoded }: PipelineEvent): number {
  return Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

/** A media type without its parameters (RFC 9110, section 8.3.1). JSON is always UTF-8 (RFC 8259). */
function mediaTypeOf(contentType = ''): string {
  return contentType.split(';')[0]?.trim() ?? '';
}

/** The parser's own errors contain the body, which may contain a password. They must not become causes. */
function translateParserError(error: unknown): ApiError {
  const { cause } = error as { cause?: { data?: unknown } };
  if (cause?.data === '__proto__' || cause?.data === 'constructor') {
    return invalidField(cause.data, `The ${cause.data} field is not allowed.`);
  }
  return new ApiError('malformed_json');
}
