import { acknowledgeAlertsInputSchema } from '../../shared/alerts/action-input.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { joinUses } from '../../shared/table/table-use.ts';
import { acknowledgeAlertRoute } from './acknowledge-alert.route.ts';
import { actionResultsSchema } from './action-results.ts';

export const acknowledgeAlertsRoute = defineRoute('alerts/acknowledge-alerts', {
  method: 'POST',
  path: '/api/v1/alerts/acknowledge',
  summary: 'Acknowledge several alerts',
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  request: { body: acknowledgeAlertsInputSchema },
  response: { description: 'The result for each alert.', body: actionResultsSchema, etag: false },
  errors: ['not_found'],
  table: joinUses(acknowledgeAlertRoute.table, {
    actions: ['BatchGetItem', 'GetItem'],
    indexes: ['platform'],
  }),
});
