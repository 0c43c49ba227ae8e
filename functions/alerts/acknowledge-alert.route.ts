import * as z from 'zod';
import { alertSchema } from '../../shared/alerts/alert.ts';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const acknowledgeAlertRoute = defineRoute({
  name: 'acknowledge-alert',
  folder: 'alerts',
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/acknowledge',
  summary: 'Acknowledge an alert',
  access: 'alerts:acknowledge',
  target: 'alert',
  rateClass: 'alert_action',
  request: { path: z.object({ alert_id: idField }) },
  response: {
    status: 200,
    description: 'The alert, now acknowledged or acknowledged before.',
    body: alertSchema,
    etag: true,
  },
  errors: ['alert_already_resolved'],
  table: { actions: ['UpdateItem'], indexes: [] },
});
