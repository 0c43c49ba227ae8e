import { alertSchema } from '../../shared/alerts/alert.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const getAlertRoute = defineRoute('alerts/get-alert', {
  method: 'GET',
  path: '/api/v1/alerts/{alert_id}',
  summary: 'Read an alert',
  access: 'alerts:read',
  response: { description: 'The alert.', body: alertSchema },
  table: { actions: ['GetItem'] },
});
