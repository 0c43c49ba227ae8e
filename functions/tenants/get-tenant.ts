import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getTenantRoute } from './get-tenant.route.ts';

export const createHandler = createEndpoint(getTenantRoute, ({ target }) => ({ body: target.entity }));

export const handler = createHandler(lambdaRuntime);
