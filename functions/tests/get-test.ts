import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getTestRoute } from './get-test.route.ts';

export const createHandler = createEndpoint(getTestRoute, ({ target }) => ({ body: target.entity }));

export const handler = createHandler(lambdaRuntime);
