import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../base/errors.ts';

/** Finds a request header by its lower-case name, because a REST API passes names as the client writes them. */
export function readHeader(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const key in event.headers) {
    if (key.length === name.length && key.toLowerCase() === name) return event.headers[key];
  }
  return undefined;
}

/**
 * Finds a request header that changes the result of the request, by its lower-case name. Throws `contradicting_headers` if
 * the client sent it several times with different values, of which API Gateway passes only the last.
 */
export function readDecidingHeader(
  { headers, multiValueHeaders }: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>,
  name: string,
): string | undefined {
  const given = [...Object.entries(headers ?? {}), ...Object.entries(multiValueHeaders ?? {})]
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, values]) => values ?? []);
  const [value, ...others] = new Set(given);
  if (others.length > 0) throw new ApiError('contradicting_headers', { reason: name });
  return value;
}
