import { ApiError } from '../errors.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { type Decision, decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import type { AlertActionContext } from './action-context.ts';
import { ALERTS, alertItem, changedAlertItem, type StoredAlert } from './alert.ts';
import type { AlertEventAction } from './alert-event.ts';
import { findOpenAlert, type OpenAlert, releaseDedupKey, withOccurrences } from './dedup-key.ts';
import { NO_STEPS } from './escalation-steps.ts';
import { recordEvent } from './history.ts';
import { countedAlert } from './read-alert.ts';
import { type AcceptedTransition, type AlertAction, transition } from './transition.ts';

const EVENT_OF = { acknowledge: 'acknowledged', resolve: 'resolved' } as const satisfies Record<
  AlertAction,
  AlertEventAction
>;

/**
 * Acknowledges or resolves an alert that was just read. Of racing actions exactly one records its actor and its note; the
 * others are answered by what they then find.
 */
export async function actOnAlert(
  table: Table,
  alert: StoredAlert,
  action: AlertAction,
  acting: AlertActionContext,
): Promise<AcceptedTransition> {
  const load = reloadEntity(table, ALERTS, alert);
  const accepted = await decideAndWrite(table, alert, load, async (current, writeId) => {
    const open = action === 'resolve' ? await findOpenAlert(table, current) : undefined;
    return decideAction(table, current, action, acting, { open, writeId });
  });
  return action === 'acknowledge' ? withExactOccurrences(table, alert, accepted) : accepted;
}

/**
 * An acknowledged alert with what was counted beside it. What is resolved by then keeps its number, which was that of the
 * acknowledged alert until then. The alert is acknowledged whatever this reads, so a failure may not be the answer.
 */
async function withExactOccurrences(
  table: Table,
  { dedupScope }: StoredAlert,
  accepted: AcceptedTransition,
): Promise<AcceptedTransition> {
  const { alert } = accepted;
  const counted = await countedAlert(table, { entity: alert, dedupScope }).catch(() => alert);
  const { occurrences, last_occurred_at } = counted;
  const isOver = counted.status === 'resolved';
  return { ...accepted, alert: isOver ? { ...alert, occurrences, last_occurred_at } : counted };
}

/**
 * What an action comes to and what it writes: the change, with which its escalation ends, its entry, and its dedup key where
 * it is over.
 */
export function decideAction(
  table: Table,
  { entity, version, pending, dedupScope }: StoredAlert,
  action: AlertAction,
  acting: AlertActionContext,
  { open, writeId }: { readonly open: OpenAlert | undefined; readonly writeId: string },
): Decision<AcceptedTransition> {
  const result = transition(withOccurrences(entity, open), action, acting);
  if (result.outcome === 'refused') throw new ApiError('alert_already_resolved');
  if (result.outcome === 'unchanged') return { writes: [], result };
  const { alert } = result;
  const writes = [
    changeItem(table, alertItem(entity, pending), changedAlertItem(alert, NO_STEPS), { version, writeId }),
    recordEvent(table, alert, EVENT_OF[action], acting, acting.note),
    ...(action === 'resolve' ? releaseDedupKey(table, { entity: alert, dedupScope }, open) : []),
  ];
  return { writes, result };
}
