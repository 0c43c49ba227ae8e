import { REFERENCE_HEADERS, REFERENCE_PAGE } from '../../shared/docs/reference-page.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/runtime.ts';
import { getReferenceRoute } from './get-reference.route.ts';

export const createHandler = createEndpoint(getReferenceRoute, () => ({
  body: REFERENCE_PAGE,
  headers: REFERENCE_HEADERS,
}));

export const handler = createHandler(lambdaRuntime);
