import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getKeyRoute } from './get-key.route.ts';

export const createHandler = createEndpoint(getKeyRoute, ({ target }) => ({ body: target.entity }));

export const handler = createHandler(lambdaRuntime);
