import { createEndpoint } from '../../shared/http/endpoint.ts';
import { withLimits } from '../../shared/http/tenant-limits.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getTenantRoute } from './get-tenant.route.ts';

export const createHandler = createEndpoint(getTenantRoute, ({ target }, { settings }) => ({
  body: withLimits(target.entity, target.children, settings),
}));

export const handler = createHandler(lambdaRuntime);
