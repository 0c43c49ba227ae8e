import { GUARD_ITSELF } from '../actor.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import type { ActionContext } from './action-context.ts';
import type { Alert } from './alert.ts';
import { ALERT_EVENTS, ON_TEST } from './alert-event.ts';
import { newEvent, recordEvent } from './history.ts';
import { transition } from './transition.ts';

/** The form in which a new alert is recorded during a test: Guard has resolved it from the start. */
export function onTest(alert: Alert, testId: string): Alert {
  const resolving = { actor: GUARD_ITSELF, at: alert.created_at, resolution: 'test' } as const;
  const result = transition({ ...alert, test_id: testId }, 'resolve', resolving);
  if (result.outcome === 'refused') throw new Error('A new alert is not resolved');
  return result.alert;
}

/** The history entries of a test alert: its reporter raised it, and Guard resolved it. */
export function recordTestAlert(table: Table, alert: Alert, context: ActionContext): GuardedWrite[] {
  const raised = newEvent({ ...alert, updated_at: alert.created_at }, 'raised', context, undefined);
  const resolving = { ...context, warnings: undefined, actor: GUARD_ITSELF };
  return [
    putOwn(table, { ...ALERT_EVENTS.item(raised), [ON_TEST]: true }),
    recordEvent(table, alert, 'resolved', resolving, 'The site is on test.'),
  ];
}
