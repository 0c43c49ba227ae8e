import * as z from 'zod';
import { alertSchema } from '../../shared/alerts/alert.ts';
import { idField } from '../../shared/fields.ts';
import { defineRoute, NO_TABLE_USE } from '../../shared/http/route.ts';

export const getAlertRoute = defineRoute({
  name: 'get-alert',
  folder: 'alerts',
  method: 'GET',
  path: '/api/v1/alerts/{alert_id}',
  summary: 'Read an alert',
  access: 'alerts:read',
  target: 'alert',
  rateClass: 'api',
  request: { path: z.object({ alert_id: idField }) },
  response: { status: 200, description: 'The alert.', body: alertSchema, etag: true },
  errors: [],
  table: NO_TABLE_USE,
});
