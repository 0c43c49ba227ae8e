import { allOf, expression } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { timerAttributes } from '../timers/timer.ts';
import { mayBeLast, noteIfNobody } from './nobody-notified.ts';
import { type BesideNotification, NOTIFICATIONS, type Notification } from './notification.ts';

/** If a run ends before it has looked whether nobody was reached, the timer looks after this time. */
const SAFETY_MS = 60_000;

/** What is stored beside a notification that has ended. Its timer looks whether nobody was reached. */
export function besideEnded(
  { site_id, unknowns }: BesideNotification,
  ended: Pick<Notification, 'id' | 'status' | 'reason'>,
  now: Date,
): BesideNotification {
  const timer = timerAttributes('notification', ended.id, new Date(now.getTime() + SAFETY_MS));
  return { site_id, unknowns, ...(mayBeLast(ended) ? timer : {}) };
}

/** Looks whether nobody was reached, and stops the timer. Resolves to whether this call noted that. */
export async function closeNotification(
  table: Table,
  ended: Notification,
  { site_id }: Pick<BesideNotification, 'site_id'>,
  now: Date,
): Promise<boolean> {
  if (!mayBeLast(ended)) return false;
  const isNoted = await noteIfNobody(table, { ...ended, site_id }, now);
  await updateIf(table, NOTIFICATIONS.key(ended.tenant_id, ended.subject_id, ended.id), {
    update: expression`REMOVE #timer, #due`,
    condition: allOf(expression`attribute_exists(#due)`, expression`#data.#status = ${ended.status}`),
  });
  return isNoted;
}
