import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/runtime.ts';
import { getAlertRoute } from './get-alert.route.ts';

export const createHandler = createEndpoint(getAlertRoute, ({ target }) => ({ body: target }));

export const handler = createHandler(lambdaRuntime);
