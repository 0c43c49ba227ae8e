import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { assignSites } from '../../shared/users/assign-sites.ts';
import { assignSitesRoute } from './assign-sites.route.ts';

export const createHandler = createAuditedEndpoint(
  assignSitesRoute,
  async ({ target, body, ifMatch }, { table }) => ({
    body: { site_ids: await assignSites(table, target, body.site_ids, ifMatch) },
  }),
);

export const handler = createHandler(lambdaRuntime);
