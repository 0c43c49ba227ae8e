import { noteInputSchema } from '../../shared/alerts/action-input.ts';
import { alertEventSchema } from '../../shared/alerts/alert-event.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const noteAlertRoute = defineRoute('alerts/note-alert', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/notes',
  summary: 'Add a note to the history of an alert',
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  takesIdempotencyKey: true,
  request: { body: noteInputSchema },
  response: {
    status: 201,
    description: 'The new entry of the history.',
    body: alertEventSchema,
    etag: false,
  },
  errors: ['changed_too_often'],
  table: { actions: ['UpdateItem', 'PutItem'] },
});
