import { recordUser } from '../../shared/actor.ts';
import { actOnAlert } from '../../shared/alerts/act-on-alert.ts';
import { alertAgeMetric } from '../../shared/alerts/alert-age.ts';
import { timeOf } from '../../shared/alerts/history.ts';
import type { AlertAction } from '../../shared/alerts/transition.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Endpoint } from '../../shared/http/endpoint.ts';
import { loadTargets } from '../../shared/http/target.ts';
import { runInLanes } from '../../shared/run-in-lanes.ts';
import type { acknowledgeAlertsRoute } from './acknowledge-alerts.route.ts';
import type { resolveAlertsRoute } from './resolve-alerts.route.ts';

type ActionsRoute = typeof acknowledgeAlertsRoute | typeof resolveAlertsRoute;

/** Side by side; each is a transaction over the many indexes that an alert stands in. */
const AT_ONCE = 5;

/** Alerts that are not begun by then are 503: the client can send them again before its own patience ends. */
const LONGEST_MS = 10_000;

/** What an action's endpoint for several alerts does: acts on each of them by itself. One that fails spoils no other. */
export function alertActions(action: AlertAction): Endpoint<ActionsRoute> {
  return async ({ body, caller, reach, now, measure, failed }, { table, randomBytes, stopwatch }) => {
    const { alert_ids, ...said } = body;
    const startedAt = stopwatch();
    const acting = { actor: recordUser(caller), ...timeOf(now, randomBytes), ...said };
    const targets = await loadTargets(table, 'alert', alert_ids, { caller, reach });
    const results = await runInLanes(targets, AT_ONCE, async (target) => {
      try {
        if (!target) throw new ApiError('not_found');
        if (stopwatch() - startedAt >= LONGEST_MS) throw new ApiError('service_unavailable');
        const { outcome, alert } = await actOnAlert(table, target, action, acting);
        if (outcome === 'changed') measure(alertAgeMetric(action, alert, now));
        return { status: 200, alert };
      } catch (error) {
        return failed(error);
      }
    });
    return { body: { results } };
  };
}
