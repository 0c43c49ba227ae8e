import { reopenInputSchema } from '../../shared/alerts/action-input.ts';
import { alertSchema } from '../../shared/alerts/alert.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const reopenAlertRoute = defineRoute('alerts/reopen-alert', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/reopen',
  summary: 'Reopen an alert that was resolved by mistake',
  access: 'alerts:resolve',
  rateClass: 'alert_action',
  request: { body: reopenInputSchema },
  response: { description: 'The alert, acknowledged by the caller.', body: alertSchema },
  errors: ['not_reopenable', 'dedup_key_taken', 'changed_too_often'],
  table: { actions: ['ConditionCheckItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
});
