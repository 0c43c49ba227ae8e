import type { LambdaHandler } from '../../shared/http/pipeline.ts';
import { REDIRECT_STATUS, redirectHeaders } from './redirects.ts';

/**
 * Leads from the path with a slash at its end to the one without: API Gateway ignores that slash, but what a page's
 * relative URLs mean depends on it.
 */
export function withoutSlash(showPage: LambdaHandler): LambdaHandler {
  return async (event, context) => {
    if (!/\/$/.test(event.path)) return showPage(event, context);
    const location = event.requestContext.path.replace(/\/+$/, '');
    return { statusCode: REDIRECT_STATUS, headers: redirectHeaders(location), body: '' };
  };
}
