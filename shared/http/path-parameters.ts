import type { APIGatewayProxyEvent } from 'aws-lambda';

/** API Gateway hands path parameters over percent-encoded; `undefined` where they are encoded wrongly. */
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
