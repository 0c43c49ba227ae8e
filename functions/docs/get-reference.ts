import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createEndpoint, type LambdaHandler } from '../../shared/http/endpoint.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { getReferenceRoute } from './get-reference.route.ts';
import { REDIRECT_STATUS, redirectHeaders } from './redirects.ts';
import { REFERENCE_HEADERS, REFERENCE_PAGE } from './reference-page.ts';

const createPage = createEndpoint(getReferenceRoute, () => ({
  body: REFERENCE_PAGE,
  headers: REFERENCE_HEADERS,
}));

/** API Gateway ignores a slash at the end of a path, but what the page's relative URLs mean depends on it. */
export const createHandler = (source: RuntimeSource): LambdaHandler => {
  const showPage = createPage(source);
  return async (event, context) => (/\/$/.test(event.path) ? withoutSlash(event) : showPage(event, context));
};

export const handler = createHandler(lambdaRuntime);

function withoutSlash({ requestContext }: APIGatewayProxyEvent) {
  const location = requestContext.path.replace(/\/+$/, '');
  return { statusCode: REDIRECT_STATUS, headers: redirectHeaders(location), body: '' };
}
