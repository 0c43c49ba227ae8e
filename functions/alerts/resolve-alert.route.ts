import * as z from 'zod';
import { alertSchema } from '../../shared/alerts/alert.ts';
import { idField } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const resolveAlertRoute = defineRoute({
  name: 'resolve-alert',
  folder: 'alerts',
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/resolve',
  summary: 'Resolve an alert',
  access: 'alerts:resolve',
  target: 'alert',
  rateClass: 'alert_action',
  request: { path: z.object({ alert_id: idField }) },
  response: {
    status: 200,
    description: 'The alert, now resolved or resolved before.',
    body: alertSchema,
    etag: true,
  },
  errors: [],
  table: { actions: ['UpdateItem'], indexes: [] },
});
