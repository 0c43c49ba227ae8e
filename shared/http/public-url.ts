import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readHeader } from './read-header.ts';

/**
 * `{base_url}` as the client called it: scheme, host, and the stage or a custom domain's base path, so that links
 * can be called again. `requestContext.path` begins with that prefix and ends with the route's own path.
 */
export function publicBaseUrl(event: APIGatewayProxyEvent, routePath: string): string {
  const { domainName = 'localhost', path } = event.requestContext;
  const scheme = readHeader(event, 'x-forwarded-proto') === 'http' ? 'http' : 'https';
  const segments = splitPath(path);
  const prefix = segments.slice(0, segments.length - splitPath(routePath).length);
  return [`${scheme}://${domainName}`, ...prefix].join('/');
}

/** A route's path with its parameters filled in. */
export function fillPath(routePath: string, parameters: Readonly<Record<string, string>>): string {
  return routePath.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

function splitPath(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}
