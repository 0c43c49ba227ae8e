import openApiDocument from '../../docs/openapi.json' with { type: 'json' };
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getOpenapiDocumentRoute } from './get-openapi-document.route.ts';

export const createHandler = createEndpoint(getOpenapiDocumentRoute, () => ({ body: openApiDocument }));

export const handler = createHandler(lambdaRuntime);
