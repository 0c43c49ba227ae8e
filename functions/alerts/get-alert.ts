import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getAlertRoute } from './get-alert.route.ts';

export const createHandler = createEndpoint(getAlertRoute, ({ target }) => ({ body: target.entity }));

export const handler = createHandler(lambdaRuntime);
