import { ALERTS, alertPageSchema } from '../../shared/alerts/alert.ts';
import { alertFilterFields } from '../../shared/alerts/filters.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';

export const listSiteAlertsRoute = defineRoute('alerts/list-site-alerts', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/alerts',
  summary: 'List the alerts of a site, newest first',
  access: 'alerts:read',
  takesKeys: 'read',
  isPolled: true,
  request: { query: listQuery(alertFilterFields) },
  response: { description: 'A page of the alerts of the site.', body: alertPageSchema },
  errors: ['too_many_values'],
  table: listUse(ALERTS, { scopes: ['site', 'device'] }),
});
