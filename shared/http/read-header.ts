import type { APIGatewayProxyEvent } from 'aws-lambda';

/** A request header by its lower-case name; a REST API passes names on in whichever case the client used. */
export function readHeader(event: APIGatewayProxyEvent, name: string): string | undefined {
  return Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}
