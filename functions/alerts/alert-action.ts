import { recordUser } from '../../shared/actor.ts';
import { actOnAlert } from '../../shared/alerts/act-on-alert.ts';
import { type AlertActionContext, actionTime } from '../../shared/alerts/action-context.ts';
import type { Alert, StoredAlert } from '../../shared/alerts/alert.ts';
import { alertAgeMetrics } from '../../shared/alerts/alert-age.ts';
import type { AlertAction } from '../../shared/alerts/transition.ts';
import type { Endpoint } from '../../shared/http/endpoint.ts';
import type { MetricValue } from '../../shared/lambda/publish-metrics.ts';
import type { Table } from '../../shared/table/table.ts';
import type { acknowledgeAlertRoute } from './acknowledge-alert.route.ts';
import type { resolveAlertRoute } from './resolve-alert.route.ts';

type ActionRoute = typeof acknowledgeAlertRoute | typeof resolveAlertRoute;

export function alertAction(action: AlertAction): Endpoint<ActionRoute> {
  return async ({ target, body, caller, now, measure }, { table, randomBytes }) => {
    const acting = { actor: recordUser(caller), ...actionTime(now, randomBytes), ...body };
    return { body: await actAndMeasure(table, target, action, acting, { now, measure }) };
  };
}

/** Acts on an alert. Measures its age if the action changed it. */
export async function actAndMeasure(
  table: Table,
  target: StoredAlert,
  action: AlertAction,
  acting: AlertActionContext,
  { now, measure }: { readonly now: Date; readonly measure: (value: MetricValue) => void },
): Promise<Alert> {
  const { outcome, alert } = await actOnAlert(table, target, action, acting);
  if (outcome === 'changed') for (const it of alertAgeMetrics(action, alert, now)) measure(it);
  return alert;
}
