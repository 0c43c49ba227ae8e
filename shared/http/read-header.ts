import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../errors.ts';

/** A request header by its lower-case name; a REST API passes names on in whichever case the client used. */
export function readHeader(event: APIGatewayProxyEvent, name: string): string | undefined {
  return Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}

/**
 * A request header, by its lower-case name, that decides what the request does. Throws `contradicting_headers` where it was
 * sent with different values: API Gateway passes on the last, and the client may have meant another one.
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
