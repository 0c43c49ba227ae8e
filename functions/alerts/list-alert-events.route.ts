import { ALERT_EVENTS, alertEventPageSchema } from '../../shared/alerts/alert-event.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';

export const listAlertEventsRoute = defineRoute('alerts/list-alert-events', {
  method: 'GET',
  path: '/api/v1/alerts/{alert_id}/events',
  summary: 'List the history of an alert, newest first',
  access: 'alerts:read',
  takesKeys: 'read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the history of the alert.', body: alertEventPageSchema },
  table: listUse(ALERT_EVENTS),
});
