import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteSite } from '../../shared/sites/delete-site.ts';
import { deleteSiteRoute } from './delete-site.route.ts';

export const createHandler = createEndpoint(deleteSiteRoute, async ({ target, ifMatch }, { table }) => {
  await deleteSite(table, target, ifMatch);
  return {};
});

export const handler = createHandler(lambdaRuntime);
