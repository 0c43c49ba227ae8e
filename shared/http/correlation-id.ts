import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readHeader } from './read-header.ts';

/** Names a piece of work across services: accepted from the client, logged, and returned by every endpoint. */
export const CORRELATION_ID_HEADER = 'X-Correlation-Id';

/** What ids look like: a UUID, a W3C `traceparent`, a path of ids. A token, or its secret with the prefix, does not. */
const PATTERN = /^(?!.*guard_)[A-Za-z0-9._:/+=-]{1,128}$/i;

/** The client's correlation id; the request's own id where it sent none, or one that is none. */
export function readCorrelationId(event: APIGatewayProxyEvent): string {
  const sent = readHeader(event, CORRELATION_ID_HEADER.toLowerCase());
  return sent !== undefined && PATTERN.test(sent) ? sent : event.requestContext.requestId;
}
