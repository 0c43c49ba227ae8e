import type { LambdaHandler } from './pipeline.ts';
import { SECURITY_HEADERS } from './respond.ts';

/** A redirect from one path to another. API Gateway answers it without a function. */
export interface Redirect {
  readonly path: `/${string}`;
  readonly to: `/${string}`;
}

/** Found: clients must not cache the target permanently. */
export const REDIRECT_STATUS = 302;

export function redirectHeaders(location: string): Record<string, string> {
  return { ...SECURITY_HEADERS, Location: location };
}

/**
 * Redirects from a path with a trailing slash to the path without it. API Gateway ignores the slash, but the relative URLs of a
 * page depend on it.
 */
export function withoutSlash(showPage: LambdaHandler): LambdaHandler {
  return async (event, context) => {
    if (!/\/$/.test(event.path)) return showPage(event, context);
    const location = event.requestContext.path.replace(/\/+$/, '');
    return { statusCode: REDIRECT_STATUS, headers: redirectHeaders(location), body: '' };
  };
}
