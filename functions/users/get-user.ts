import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getUserRoute } from './get-user.route.ts';

export const createHandler = createEndpoint(getUserRoute, ({ target }) => ({ body: target.entity }));

export const handler = createHandler(lambdaRuntime);
