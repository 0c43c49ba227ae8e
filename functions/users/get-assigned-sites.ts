import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getExistingAssignedSites } from '../../shared/users/assign-sites.ts';
import { getAssignedSitesRoute } from './get-assigned-sites.route.ts';

export const createHandler = createEndpoint(getAssignedSitesRoute, async ({ target }, { table }) => ({
  body: { site_ids: await getExistingAssignedSites(table, target) },
}));

export const handler = createHandler(lambdaRuntime);
