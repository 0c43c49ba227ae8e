import { GUARD_ITSELF } from '../base/actor.ts';
import { laterThan } from '../base/time.ts';
import type { ActionContext, AlertActionContext } from './action-context.ts';
import { type Alert, type AlertStatus, REOPENABLE_MS } from './alert.ts';

export type AlertAction = 'acknowledge' | 'resolve';

export interface AcceptedTransition {
  readonly outcome: 'changed' | 'unchanged';
  readonly alert: Alert;
}

export type Transition = AcceptedTransition | { readonly outcome: 'refused' };

/**
 * The states of an alert: `active → acknowledged → resolved`, and `active → resolved`. A repeated action changes nothing and
 * returns no error, so a client may retry. A resolved alert cannot be acknowledged. Only a reopening leads back.
 */
const NEXT_STATUS: Record<AlertAction, Record<AlertStatus, AlertStatus | undefined>> = {
  acknowledge: { active: 'acknowledged', acknowledged: 'acknowledged', resolved: undefined },
  resolve: { active: 'resolved', acknowledged: 'resolved', resolved: 'resolved' },
};

/** Applies an action to an alert; pure. */
export function transition(
  alert: Alert,
  action: AlertAction,
  context: Pick<AlertActionContext, 'actor' | 'at' | 'resolution'>,
): Transition {
  const status = NEXT_STATUS[action][alert.status];
  if (status === undefined) return { outcome: 'refused' };
  if (status === alert.status) return { outcome: 'unchanged', alert };
  const { actor } = context;
  // Whatever somebody chooses: a drill was never a real alert.
  const resolution = alert.drill ? 'test' : (context.resolution ?? null);
  const at = laterThan(alert.updated_at, context.at);
  const record =
    action === 'acknowledge'
      ? { acknowledged_at: at, acknowledged_by: actor.id, acknowledged_by_name: actor.name }
      : {
          resolved_at: at,
          resolved_by: actor.id,
          resolved_by_name: actor.name,
          resolution,
          parked: undefined,
        };
  return { outcome: 'changed', alert: changeAlert(alert, { ...record, status }, at) };
}

/** An acknowledged alert that another person takes over. It has the time of that: `acknowledged_by` has it since then. It stays parked. */
export function takenOver(alert: Alert, { actor, at: actedAt }: Pick<ActionContext, 'actor' | 'at'>): Alert {
  const at = laterThan(alert.updated_at, actedAt);
  const holder = { acknowledged_at: at, acknowledged_by: actor.id, acknowledged_by_name: actor.name };
  const parked = alert.parked && { ...alert.parked, since: at };
  return changeAlert(alert, { ...holder, ...(parked ? { parked } : {}) }, at);
}

/** An acknowledged alert that waits for somebody again. */
export const NOT_ACKNOWLEDGED = {
  status: 'active',
  acknowledged_at: null,
  acknowledged_by: null,
  acknowledged_by_name: null,
  parked: undefined,
} as const;

/** Whether an alert can be reopened: within a day, unless it was a test or an offline alert that Guard resolved. */
export function isReopenable(alert: Alert, now: Date): boolean {
  const { status, type, resolution, resolved_at, resolved_by } = alert;
  if (status !== 'resolved' || resolved_at === null || resolution === 'test') return false;
  if (type === 'device-offline' && resolved_by === GUARD_ITSELF.id) return false;
  return now.getTime() - Date.parse(resolved_at) <= REOPENABLE_MS;
}

/** A reopened alert: acknowledged by the actor. */
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

/**
 * Changes fields of an alert, raises its version and sets an `updated_at` that is later than before, even if clocks differ.
 */
export function changeAlert(alert: Alert, changes: Partial<Alert>, at: string): Alert {
  return {
    ...alert,
    ...changes,
    version: alert.version + 1,
    updated_at: laterThan(alert.updated_at, at),
  };
}
