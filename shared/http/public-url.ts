import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readHeader } from './read-header.ts';

/**
 * Returns `{base_url}` of the client's request: the scheme, the host, and the stage or the base path of a custom domain. The
 * client can call links that begin with it. `requestContext.path` begins with the stage or base path and ends with the path
 * of the route.
 */
export function publicBaseUrl(event: APIGatewayProxyEvent, routePath: string): string {
  const { domainName = 'localhost', path } = event.requestContext;
  const scheme = readHeader(event, 'x-forwarded-proto') === 'http' ? 'http' : 'https';
  const segments = splitPath(path);
  const prefix = segments.slice(0, segments.length - splitPath(routePath).length);
  return [`${scheme}://${domainName}`, ...prefix].join('/');
}

/** A route's path with the values of its parameters. */
export function fillPath(routePath: string, parameters: Readonly<Record<string, string>>): string {
  return routePath.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

function splitPath(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}
