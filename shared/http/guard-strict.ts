import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readHeader } from './read-header.ts';

/** `1` rejects what Guard would repair, at the routes that devices report to. */
export const GUARD_STRICT_HEADER = 'Guard-Strict';

/** Any other value asks for nothing: a wrong header must not refuse an alarm either. */
export function asksForStrict(event: APIGatewayProxyEvent): boolean {
  return readHeader(event, GUARD_STRICT_HEADER.toLowerCase())?.trim() === '1';
}
