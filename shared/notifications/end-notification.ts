import { allOf, expression } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { timerAttributes } from '../timers/timer.ts';
import { mayBeLast, noteIfNobody } from './nobody-notified.ts';
import { NOTIFICATIONS, type Notification, type NotificationState } from './notification.ts';
import type { OnNobody } from './publish-nobody.ts';

/** If a run ends before it has checked whether the event reached nobody, the timer checks after this time. */
const SAFETY_MS = 60_000;

/**
 * After this time the plan of an event is whole, also if its first run ended early: the queue repeats an event after 84 s. Only then
 * can a notification be the last of its event.
 */
export const PLANNED_MS = 120_000;

export const isPlanWhole = ({ created_at }: Pick<Notification, 'created_at'>, now: Date): boolean =>
  now.getTime() - Date.parse(created_at) >= PLANNED_MS;

/** The state of a notification that has ended. Its timer checks whether the event reached nobody. */
export function stateAfterEnd(
  { site_id, unknowns }: NotificationState,
  ended: Pick<Notification, 'id' | 'status' | 'reason' | 'created_at'>,
  now: Date,
): NotificationState {
  const at = Math.max(now.getTime() + SAFETY_MS, Date.parse(ended.created_at) + PLANNED_MS);
  const timer = timerAttributes('notification', ended.id, new Date(at));
  return { site_id, unknowns, ...(mayBeLast(ended) ? timer : {}) };
}

interface Closing {
  readonly now: Date;
  readonly onNobody: OnNobody;
}

/** Reports an event that reached nobody, then stops the timer. After an error, the timer repeats this. */
export async function closeNotification(
  table: Table,
  ended: Notification,
  { site_id }: Pick<NotificationState, 'site_id'>,
  { now, onNobody }: Closing,
): Promise<void> {
  if (!mayBeLast(ended)) return;
  try {
    if ((await noteIfNobody(table, { ...ended, site_id }, now)) === 'noted') onNobody(ended);
    await stopTimer(table, ended);
  } catch {
    // The timer repeats it, and its error is logged.
  }
}

/**
 * Closes a notification after a run that may have ended early. It may report twice that nobody was reached, because a missed
 * report is worse.
 */
export async function closeAgain(
  table: Table,
  ended: Notification,
  { site_id }: Pick<NotificationState, 'site_id'>,
  { now, onNobody }: Closing,
): Promise<void> {
  const result = mayBeLast(ended) ? await noteIfNobody(table, { ...ended, site_id }, now) : 'no';
  if (result !== 'no') onNobody(ended);
  await stopTimer(table, ended);
}

async function stopTimer(table: Table, { tenant_id, subject_id, id, status }: Notification): Promise<void> {
  await updateIf(table, NOTIFICATIONS.key(tenant_id, subject_id, id), {
    update: expression`REMOVE #timer, #due`,
    condition: allOf(expression`attribute_exists(#due)`, expression`#data.#status = ${status}`),
  });
}
