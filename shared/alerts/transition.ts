import type { Alert, AlertStatus } from './alert.ts';

/** What operators do to an alert. */
export type AlertAction = 'acknowledge' | 'resolve';

export interface AcceptedTransition {
  readonly outcome: 'changed' | 'unchanged';
  readonly alert: Alert;
}

export type Transition = AcceptedTransition | { readonly outcome: 'refused' };

/**
 * The life of an alert: `active → acknowledged → resolved`, and `active → resolved`. Repeating an action changes
 * nothing and is no error, so a client may retry; acknowledging a resolved alert is refused.
 */
const NEXT_STATUS: Record<AlertAction, Record<AlertStatus, AlertStatus | undefined>> = {
  acknowledge: { active: 'acknowledged', acknowledged: 'acknowledged', resolved: undefined },
  resolve: { active: 'resolved', acknowledged: 'resolved', resolved: 'resolved' },
};

/** Applies an action to an alert as it stands; pure. `at` is a timestamp of the API. */
export function transition(
  alert: Alert,
  action: AlertAction,
  by: { userId: string; at: string },
): Transition {
  const status = NEXT_STATUS[action][alert.status];
  if (status === undefined) return { outcome: 'refused' };
  if (status === alert.status) return { outcome: 'unchanged', alert };
  const record =
    action === 'acknowledge'
      ? { acknowledged_at: by.at, acknowledged_by: by.userId }
      : { resolved_at: by.at, resolved_by: by.userId };
  return { outcome: 'changed', alert: { ...alert, ...record, status, updated_at: by.at } };
}
