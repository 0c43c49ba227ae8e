import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readHeader } from './read-header.ts';

/** Names a piece of work across services: accepted from the client, logged, and returned with every response. */
export const CORRELATION_ID_HEADER = 'X-Correlation-Id';

/** What ids look like: a UUID, a W3C `traceparent`, a path of ids. No Guard token does, which has a `|`. */
const PATTERN = /^[A-Za-z0-9._:/+=-]{1,128}$/;

/** The client's correlation id; the request's own id where it sent none, or one that is none. */
export function readCorrelationId(event: APIGatewayProxyEvent): string {
  const sent = readHeader(event, CORRELATION_ID_HEADER.toLowerCase());
  return sent !== undefined && PATTERN.test(sent) ? sent : event.requestContext.requestId;
}
