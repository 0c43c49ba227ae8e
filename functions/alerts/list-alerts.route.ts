import { alertPageSchema } from '../../shared/alerts/alert.ts';
import { alertFilterFields } from '../../shared/alerts/filters.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { INDEX_NAMES } from '../../shared/table/definition.ts';

export const listAlertsRoute = defineRoute({
  name: 'list-alerts',
  folder: 'alerts',
  method: 'GET',
  path: '/api/v1/alerts',
  summary: 'List alerts, newest first',
  access: 'alerts:read',
  rateClass: 'api',
  request: { query: listQuery(alertFilterFields) },
  response: { status: 200, description: 'A page of the alerts in reach.', body: alertPageSchema, etag: true },
  errors: [],
  table: { actions: ['Query'], indexes: INDEX_NAMES },
});
