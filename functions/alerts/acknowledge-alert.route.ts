import { acknowledgeInputSchema } from '../../shared/alerts/action-input.ts';
import { alertSchema } from '../../shared/alerts/alert.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const acknowledgeAlertRoute = defineRoute('alerts/acknowledge-alert', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/acknowledge',
  summary: 'Acknowledge an alert',
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  request: { body: acknowledgeInputSchema },
  response: { description: 'The alert, which is acknowledged now or was before.', body: alertSchema },
  errors: ['alert_already_resolved', 'severity_raised', 'changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem', 'PutItem'] },
});
