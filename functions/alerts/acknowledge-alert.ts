import { alertAgeMetric } from '../../shared/alerts/alert-age.ts';
import { actOnAlert } from '../../shared/alerts/alert-store.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { acknowledgeAlertRoute } from './acknowledge-alert.route.ts';

export const createHandler = createEndpoint(
  acknowledgeAlertRoute,
  async ({ target, caller, now, measure }, { table }) => {
    const by = { userId: caller.userId, at: formatTimestamp(now) };
    const { outcome, alert } = await actOnAlert(table, target, 'acknowledge', by);
    if (outcome === 'changed') measure(alertAgeMetric('SecondsToAcknowledge', alert, now));
    return { body: alert };
  },
);

export const handler = createHandler(lambdaRuntime);
