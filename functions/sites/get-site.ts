import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { siteFor } from '../../shared/sites/site.ts';
import { getSiteRoute } from './get-site.route.ts';

export const createHandler = createEndpoint(getSiteRoute, ({ target, caller }) => ({
  body: siteFor(caller, target.entity),
}));

export const handler = createHandler(lambdaRuntime);
