import { alertDetailsQuery, alertDetailsSchema } from '../../shared/alerts/alert-details.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const getAlertRoute = defineRoute('alerts/get-alert', {
  method: 'GET',
  path: '/api/v1/alerts/{alert_id}',
  summary: 'Read an alert',
  access: 'alerts:read',
  takesKeys: 'read',
  request: { query: alertDetailsQuery },
  response: { description: 'The alert.', body: alertDetailsSchema },
  table: { actions: ['BatchGetItem', 'GetItem', 'Query'] },
});
