import { createEndpoint } from '../../shared/http/endpoint.ts';
import { withoutSlash } from '../../shared/http/redirect.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { getReferenceRoute } from './get-reference.route.ts';
import { REFERENCE_HEADERS, REFERENCE_PAGE } from './reference-page.ts';

const createPage = createEndpoint(getReferenceRoute, () => ({
  body: REFERENCE_PAGE,
  headers: REFERENCE_HEADERS,
}));

export const createHandler = (source: RuntimeSource) => withoutSlash(createPage(source));

export const handler = createHandler(lambdaRuntime);
