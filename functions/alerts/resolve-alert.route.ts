import { resolveInputSchema } from '../../shared/alerts/action-input.ts';
import { alertSchema } from '../../shared/alerts/alert.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const resolveAlertRoute = defineRoute('alerts/resolve-alert', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/resolve',
  summary: 'Resolve an alert',
  access: 'alerts:resolve',
  rateClass: 'alert_action',
  isAudited: true,
  request: { body: resolveInputSchema },
  response: { description: 'The alert, which is resolved now or was before.', body: alertSchema },
  errors: ['plan_incomplete', 'severity_raised', 'changed_too_often'],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});
