import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readHeader } from './read-header.ts';

/** With the value `1`, Guard rejects what it would otherwise repair, on the routes to which devices report. */
export const GUARD_STRICT_HEADER = 'Guard-Strict';

/**
 * Whether a request asks for this. Any other value of the header asks for nothing, because a wrong header must not refuse an
 * alarm either.
 */
export function asksForStrict(event: APIGatewayProxyEvent): boolean {
  return readHeader(event, GUARD_STRICT_HEADER.toLowerCase())?.trim() === '1';
}
