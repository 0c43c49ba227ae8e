import { recordUser } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import type { AlertAction } from '../../shared/alerts/transition.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Endpoint } from '../../shared/http/endpoint.ts';
import { loadTargets } from '../../shared/http/target.ts';
import { startParts } from '../../shared/http/time-for-parts.ts';
import { runInLanes } from '../../shared/run-in-lanes.ts';
import type { acknowledgeAlertsRoute } from './acknowledge-alerts.route.ts';
import { actAndMeasure } from './alert-action.ts';
import type { resolveAlertsRoute } from './resolve-alerts.route.ts';

type ActionsRoute = typeof acknowledgeAlertsRoute | typeof resolveAlertsRoute;

/** The number of parallel actions. Each is a transaction over the many indexes of an alert. */
const AT_ONCE = 5;

/** Creates the handler of an action on several alerts. One failure does not affect the others. */
export function alertActions(action: AlertAction): Endpoint<ActionsRoute> {
  return async ({ body, caller, scope, now, measure, failed }, { table, randomBytes, stopwatch }) => {
    const { alert_ids, severities = {}, ...said } = body;
    const hasTime = startParts(stopwatch);
    const seenOf = new Map(Object.entries(severities).map(([id, it]) => [id.toLowerCase(), it]));
    const acting = { actor: recordUser(caller), ...actionTime(now, randomBytes), ...said };
    const targets = await loadTargets(table, 'alert', alert_ids, { caller, scope });
    const results = await runInLanes(targets, AT_ONCE, async (target) => {
      try {
        if (!target) throw new ApiError('not_found');
        if (!hasTime()) throw new ApiError('service_unavailable');
        const seen = { ...acting, severity: seenOf.get(target.entity.id) };
        const alert = await actAndMeasure(table, target, action, seen, { now, measure });
        return { status: 200, alert };
      } catch (error) {
        return failed(error);
      }
    });
    return { body: { results } };
  };
}
