import * as z from 'zod/mini';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { alertSummarySchema } from '../../shared/alerts/alert-summary.ts';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { tenantFilter } from '../../shared/lists/contract.ts';
import { joinUses, listUse } from '../../shared/table/table-use.ts';

export const summarizeAlertsRoute = defineRoute('alerts/summarize-alerts', {
  method: 'GET',
  path: '/api/v1/alerts/summary',
  summary: 'Count open alerts',
  access: 'alerts:read',
  takesKeys: 'read',
  isPolled: true,
  request: { query: z.strictObject({ tenant_id: tenantFilter, site_id: z.optional(idField) }) },
  response: { description: 'The number of open alerts within the scope.', body: alertSummarySchema },
  // With `site_id`, a request of a platform admin looks up the tenant of the site in the index `platform`.
  table: joinUses(listUse(ALERTS, { divisions: ['status', 'severity'] }), { indexes: ['platform'] }),
});
