import { actOnAlert } from '../../shared/alerts/act-on-alert.ts';
import { alertAgeMetric } from '../../shared/alerts/alert-age.ts';
import type { AlertAction } from '../../shared/alerts/transition.ts';
import type { Endpoint } from '../../shared/http/endpoint.ts';
import { formatTimestamp } from '../../shared/time.ts';
import type { acknowledgeAlertRoute } from './acknowledge-alert.route.ts';
import type { resolveAlertRoute } from './resolve-alert.route.ts';

type ActionRoute = typeof acknowledgeAlertRoute | typeof resolveAlertRoute;

/** What an action's endpoint does: acts on the alert, and measures how old it was if that changed anything. */
export function alertAction(action: AlertAction): Endpoint<ActionRoute> {
  return async ({ target, caller, now, measure }, { table }) => {
    const by = { userId: caller.userId, at: formatTimestamp(now) };
    const { outcome, alert } = await actOnAlert(table, target, action, by);
    if (outcome === 'changed') measure(alertAgeMetric(action, alert, now));
    return { body: alert };
  };
}
