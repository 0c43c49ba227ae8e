import type { LambdaHandler } from './pipeline.ts';
import { SECURITY_HEADERS } from './respond.ts';

/** A redirect from one path to another. API Gateway answers it without a function. */
export interface Redirect {
  readonly path: `/${string}`;
  readonly to: `/${string}`;
}

/** The status "Found", so that clients do not cache the target permanently. */
export const REDIRECT_STATUS = 302;

export function redirectHeaders(location: string): Record<string, string> {
  return { ...SECURITY_HEADERS, Location: location };
}

/**
 * Makes a handler that redirects from a path with a trailing slash to the path without it. API Gateway treats both the same,
 * but the relative URLs of a page depend on the slash.
 */
export function withoutSlash(showPage: LambdaHandler): LambdaHandler {
  return async (event, context) => {
    if (!/\/$/.test(event.path)) return showPage(event, context);
    const location = event.requestContext.path.replace(/\/+$/, '');
    return { statusCode: REDIRECT_STATUS, headers: redirectHeaders(location), body: '' };
  };
}
