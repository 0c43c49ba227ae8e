import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/runtime.ts';
import { getAssignedSiteIds } from '../../shared/users/user-store.ts';
import { getAssignedSitesRoute } from './get-assigned-sites.route.ts';

export const createHandler = createEndpoint(
  getAssignedSitesRoute,
  async ({ target: { user } }, { table }) => ({
    body: { site_ids: [...(await getAssignedSiteIds(table, { tenantId: user.tenant_id, userId: user.id }))] },
  }),
);

export const handler = createHandler(lambdaRuntime);
