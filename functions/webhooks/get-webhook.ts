import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getWebhookRoute } from './get-webhook.route.ts';

export const createHandler = createEndpoint(getWebhookRoute, ({ target }) => ({ body: target.entity }));

export const handler = createHandler(lambdaRuntime);
