import { alertSchema } from '../../shared/alerts/alert.ts';
import { alertInputSchema } from '../../shared/alerts/alert-input.ts';
import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const raiseAlertRoute = defineRoute('alerts/raise-alert', {
  method: 'POST',
  path: '/api/v1/alerts',
  summary: 'Raise an alert at a site',
  access: 'alerts:create',
  takesIdempotencyKey: true,
  repairs: true,
  request: {
    query: tenantQuery,
    body: alertInputSchema,
  },
  response: {
    status: 201,
    description: 'The new alert.',
    existing: 'The open alert with this dedup key, with one more occurrence.',
    body: alertSchema,
  },
  errors: ['not_found', 'changed_too_often'],
  table: {
    actions: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
  },
});
