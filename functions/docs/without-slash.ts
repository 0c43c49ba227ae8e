import type { LambdaHandler } from '../../shared/http/pipeline.ts';
import { REDIRECT_STATUS, redirectHeaders } from './redirects.ts';

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
