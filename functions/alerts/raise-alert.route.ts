import { alertInputSchema, alertSchema } from '../../shared/alerts/alert.ts';
import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const raiseAlertRoute = defineRoute('alerts/raise-alert', {
  method: 'POST',
  path: '/api/v1/alerts',
  summary: 'Raise an alert at a site',
  access: 'alerts:create',
  request: {
    query: tenantQuery,
    body: alertInputSchema,
  },
  response: { status: 201, description: 'The new alert.', body: alertSchema },
  errors: ['not_found'],
  table: { actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem'] },
});
