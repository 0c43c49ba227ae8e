import httpJsonBodyParser from '@middy/http-json-body-parser';
import { ApiError, invalidField } from '../errors.ts';
import type { PipelineRequest, PipelineStep } from './pipeline-state.ts';
import { readDecidingHeader } from './read-header.ts';
import type { Route } from './route.ts';
import { takesNoBody } from './route-implications.ts';

/** Larger bodies are refused unread. */
export const MAXIMUM_BODY_BYTES = 64 * 1024;

const parser = httpJsonBodyParser();

/**
 * Replaces a JSON body by what it says. An absent body is an empty object, so that validation can name what is
 * missing; but nothing is replaced by what was not said. Routes that take no body ignore one, unless it is too large.
 */
export function parseJsonBody(route: Route): PipelineStep {
  return {
    async before(request: PipelineRequest) {
      const { event } = request;
      const bytes = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
      if (bytes > MAXIMUM_BODY_BYTES) throw new ApiError('payload_too_large');
      if (!route.request.body) return;
      if (bytes === 0) {
        event.state.input.body = route.method === 'PUT' ? undefined : {};
        return;
      }
      // The parser looks for two spellings of the name only, and knows no space before a parameter.
      const headers = { 'content-type': mediaType(readDecidingHeader(event, 'content-type')) };
      const parsed = { ...request, event: { ...event, headers } };
      try {
        await parser.before?.(parsed);
      } catch (error) {
        throw translateParserError(error);
      }
      // Clients that are generated for Go write null where they were given no body.
      event.state.input.body = parsed.event.body === null && takesNoBody(route) ? {} : parsed.event.body;
    },
  };
}

/** A media type without its parameters (RFC 9110, section 8.3.1). JSON is UTF-8 whatever they say (RFC 8259). */
function mediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(';')[0]?.trim();
}

/** The parser's own errors hold the body, passwords and all: they end here and are not kept as causes. */
function translateParserError(error: unknown): ApiError {
  const { statusCode, cause } = error as { statusCode?: number; cause?: { data?: unknown } };
  if (statusCode === 415) return new ApiError('unsupported_media_type');
  if (cause?.data === '__proto__' || cause?.data === 'constructor') {
    return invalidField(cause.data, `The ${cause.data} field is not allowed.`);
  }
  return new ApiError('malformed_json');
}
