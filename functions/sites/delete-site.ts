import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { SITES } from '../../shared/sites/site.ts';
import { deleteEntity } from '../../shared/table/change-entity.ts';
import { deleteSiteRoute } from './delete-site.route.ts';

export const createHandler = createEndpoint(deleteSiteRoute, async ({ target, ifMatch }, { table }) => {
  await deleteEntity(table, SITES, target, { ifMatch });
  return {};
});

export const handler = createHandler(lambdaRuntime);
