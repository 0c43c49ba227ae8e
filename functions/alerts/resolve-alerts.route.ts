import { resolveAlertsInputSchema } from '../../shared/alerts/action-input.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { joinUses } from '../../shared/table/table-use.ts';
import { actionResultsSchema } from './action-results.ts';
import { resolveAlertRoute } from './resolve-alert.route.ts';

export const resolveAlertsRoute = defineRoute('alerts/resolve-alerts', {
  method: 'POST',
  path: '/api/v1/alerts/resolve',
  summary: 'Resolve several alerts',
  access: 'alerts:resolve',
  rateClass: 'alert_action',
  isAudited: true,
  request: { body: resolveAlertsInputSchema },
  response: { description: 'The result for each alert.', body: actionResultsSchema, etag: false },
  errors: ['not_found'],
  table: joinUses(resolveAlertRoute.table, { actions: ['BatchGetItem', 'GetItem'], indexes: ['platform'] }),
});
