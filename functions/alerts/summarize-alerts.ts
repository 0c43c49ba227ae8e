import { narrowToTenant } from '../../shared/access.ts';
import { countAlerts } from '../../shared/alerts/alert-summary.ts';
import { summarizeAlerts } from '../../shared/alerts/summarize-alerts.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { narrowToSite } from '../../shared/sites/narrow-to-site.ts';
import { summarizeAlertsRoute } from './summarize-alerts.route.ts';

export const createHandler = createEndpoint(summarizeAlertsRoute, async ({ query, scope }, { table }) => {
  const { tenant_id, site_id } = query;
  const narrowed = narrowToTenant(scope, tenant_id);
  const extent = narrowed && site_id !== undefined ? await narrowToSite(table, narrowed, site_id) : narrowed;
  return { body: extent ? await summarizeAlerts(table, extent) : countAlerts([]) };
});

export const handler = createHandler(lambdaRuntime);
