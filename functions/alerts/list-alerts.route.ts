import { ALERTS, alertPageSchema } from '../../shared/alerts/alert.ts';
import { alertFilterFields } from '../../shared/alerts/filters.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';

export const listAlertsRoute = defineRoute('alerts/list-alerts', {
  method: 'GET',
  path: '/api/v1/alerts',
  summary: 'List alerts, newest first',
  access: 'alerts:read',
  takesKeys: 'read',
  isPolled: true,
  request: { query: listQuery(alertFilterFields) },
  response: { description: 'A page of the alerts within the scope.', body: alertPageSchema },
  errors: ['too_many_values'],
  // A platform admin also finds the tenant of a device in `platform`.
  table: listUse(ALERTS),
});
