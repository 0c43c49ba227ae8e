import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * Decodes path parameters, which API Gateway passes percent-encoded. `undefined` if the encoding is invalid.
 */
export function decodePathParameters({
  pathParameters,
}: Pick<APIGatewayProxyEvent, 'pathParameters'>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(pathParameters ?? {}).map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
    );
  } catch {
    return undefined;
  }
}
