import { GUARD_ITSELF } from '../actor.ts';
import { laterThan } from '../time.ts';
import type { ActionContext, AlertActionContext } from './action-context.ts';
import { type Alert, type AlertStatus, REOPENABLE_MS } from './alert.ts';

/** What operators do to an alert. */
export type AlertAction = 'acknowledge' | 'resolve';

export interface AcceptedTransition {
  readonly outcome: 'changed' | 'unchanged';
  readonly alert: Alert;
}

export type Transition = AcceptedTransition | { readonly outcome: 'refused' };

/**
 * The life of an alert: `active → acknowledged → resolved`, and `active → resolved`. Repeating an action changes
 * nothing and is no error, so a client may retry; acknowledging a resolved alert is refused. What leads back is
 * `reopened`.
 */
const NEXT_STATUS: Record<AlertAction, Record<AlertStatus, AlertStatus | undefined>> = {
  acknowledge: { active: 'acknowledged', acknowledged: 'acknowledged', resolved: undefined },
  resolve: { active: 'resolved', acknowledged: 'resolved', resolved: 'resolved' },
};

/** Applies an action to an alert as it stands; pure. */
export function transition(
  alert: Alert,
  action: AlertAction,
  acting: Pick<AlertActionContext, 'actor' | 'at' | 'resolution'>,
): Transition {
  const status = NEXT_STATUS[action][alert.status];
  if (status === undefined) return { outcome: 'refused' };
  if (status === alert.status) return { outcome: 'unchanged', alert };
  const { actor, resolution = null } = acting;
  const at = laterThan(alert.updated_at, acting.at);
  const record =
    action === 'acknowledge'
      ? { acknowledged_at: at, acknowledged_by: actor.id, acknowledged_by_name: actor.name }
      : { resolved_at: at, resolved_by: actor.id, resolved_by_name: actor.name, resolution };
  return { outcome: 'changed', alert: changeAlert(alert, { ...record, status }, at) };
}

/**
 * Whether a resolve can be taken back: within a day, and unless the alert was a test, or the end of a silence that Guard itself
 * noticed.
 */
export function isReopenable(alert: Alert, now: Date): boolean {
  const { status, type, resolution, resolved_at, resolved_by } = alert;
  if (status !== 'resolved' || resolved_at === null || resolution === 'test') return false;
  if (type === 'device-offline' && resolved_by === GUARD_ITSELF.id) return false;
  return now.getTime() - Date.parse(resolved_at) <= REOPENABLE_MS;
}

/** A resolved alert as it is once somebody has reopened it: acknowledged by them. */
export function reopened(alert: Alert, { actor, at: actedAt }: Pick<ActionContext, 'actor' | 'at'>): Alert {
  const at = laterThan(alert.updated_at, actedAt);
  const changes = {
    status: 'acknowledged',
    acknowledged_at: at,
    acknowledged_by: actor.id,
    acknowledged_by_name: actor.name,
    resolved_at: null,
    resolved_by: null,
    resolved_by_name: null,
    resolution: null,
  } as const;
  return changeAlert(alert, changes, at);
}

/** An alert with some fields changed: of the next version, and of a later time whatever the clocks say. */
export function changeAlert(alert: Alert, changes: Partial<Alert>, at: string): Alert {
  return {
    ...alert,
    ...changes,
    version: alert.version + 1,
    updated_at: laterThan(alert.updated_at, at),
  };
}
