import { recordUser } from '../../shared/actor.ts';
import { actOnAlert } from '../../shared/alerts/act-on-alert.ts';
import { alertAgeMetric } from '../../shared/alerts/alert-age.ts';
import { timeOf } from '../../shared/alerts/history.ts';
import type { AlertAction } from '../../shared/alerts/transition.ts';
import type { Endpoint } from '../../shared/http/endpoint.ts';
import type { acknowledgeAlertRoute } from './acknowledge-alert.route.ts';
import type { resolveAlertRoute } from './resolve-alert.route.ts';

type ActionRoute = typeof acknowledgeAlertRoute | typeof resolveAlertRoute;

/** What an action's endpoint does: acts on the alert, and measures how old it was if that changed anything. */
export function alertAction(action: AlertAction): Endpoint<ActionRoute> {
  return async ({ target, body, caller, now, measure }, { table, randomBytes }) => {
    const { outcome, alert } = await actOnAlert(table, target, action, {
      actor: recordUser(caller),
      ...timeOf(now, randomBytes),
      ...body,
    });
    if (outcome === 'changed') measure(alertAgeMetric(action, alert, now));
    return { body: alert };
  };
}
