import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readHeader } from './read-header.ts';

/**
 * Identifies the work of a client across services. Guard accepts it from the client, logs it, and returns it in every
 * response.
 */
export const CORRELATION_ID_HEADER = 'X-Correlation-Id';

/** Accepts a UUID, a W3C `traceparent` or a path of ids. Rejects tokens and their secrets. */
const PATTERN = /^(?!.*guard_)[A-Za-z0-9._:/+=-]{1,128}$/i;

/** The client's correlation id; or the id of the request if the client sent none or an invalid one. */
export function readCorrelationId(event: APIGatewayProxyEvent): string {
  const sent = readHeader(event, CORRELATION_ID_HEADER.toLowerCase());
  return sent !== undefined && PATTERN.test(sent) ? sent : event.requestContext.requestId;
}
