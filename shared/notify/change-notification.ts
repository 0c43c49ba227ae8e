import type { Alert } from '../alerts/alert.ts';
import { formatTimestamp, laterThan } from '../base/time.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { allOf, expression } from '../table/expression.ts';
import type { Page, PageRequest } from '../table/list-page.ts';
import { planList } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { timerAttributes } from '../table/timer.ts';
import { nextVersion, readVersion, type Version } from '../table/version.ts';
import { updateIf } from '../table/writes.ts';
import { mayBeLast, noteIfNobody, type OnNobody } from './nobody-notified.ts';
import {
  NOTIFICATIONS,
  type Notification,
  type NotificationState,
  notificationItem,
  type StoredNotification,
} from './notification.ts';

/** A notification that was read; for a missing one, only the version is known. */
export interface LoadedNotification {
  readonly stored: StoredNotification | undefined;
  readonly version: Version;
}

export type NotificationChanges = Partial<
  Pick<Notification, 'status' | 'reason' | 'attempts' | 'duplicate_possible' | 'in_summary'>
>;

interface ChangedNotification {
  readonly changes: NotificationChanges;
  readonly state: NotificationState;
}

/**
 * Changes a notification, unless `change` returns `undefined`. Resolves to the changed notification; to `undefined` if it did
 * not change, or has expired. After a concurrent change it calls `change` again.
 */
export async function changeNotification(
  table: Table,
  { tenant_id, subject_id, id }: Pick<Notification, 'tenant_id' | 'subject_id' | 'id'>,
  loaded: LoadedNotification | undefined,
  now: Date,
  change: (current: StoredNotification) => ChangedNotification | undefined,
): Promise<StoredNotification | undefined> {
  const key = NOTIFICATIONS.key(tenant_id, subject_id, id);
  const load = async (): Promise<LoadedNotification> => {
    const item = await getItem(table, key);
    return { stored: item && NOTIFICATIONS.read(item), version: readVersion(item) };
  };
  return decideAndWrite(table, loaded ?? (await load()), load, ({ stored, version }, writeId) => {
    const changed = stored && change(stored);
    if (!changed) return { writes: [], result: undefined };
    const { entity, state } = stored;
    const updated_at = laterThan(entity.updated_at, formatTimestamp(now));
    const after: Notification = { ...entity, ...changed.changes, updated_at };
    const [from, to] = [notificationItem(entity, state), notificationItem(after, changed.state)];
    const { revision, recent_writes: recentWrites } = nextVersion(version, writeId);
    const result: StoredNotification = {
      ...stored,
      entity: after,
      state: changed.state,
      version: { revision, recentWrites, updatedAt: updated_at },
    };
    return { writes: [changeItem(table, from, to, { version, writeId })], result };
  });
}

/**
 * How long after the end of a notification the timer checks whether its event reached nobody, in case the run ends before it
 * has checked this.
 */
const SAFETY_MS = 60_000;

/**
 * After this time, all notifications of an event are stored, even if the first run ended early: the queue repeats an event
 * after 84 s. Only then can a notification be the last one of its event.
 */
export const PLANNED_MS = 120_000;

export const isPlanWhole = ({ created_at }: Pick<Notification, 'created_at'>, now: Date): boolean =>
  now.getTime() - Date.parse(created_at) >= PLANNED_MS;

/**
 * The state of a notification that has ended. If it may be the last chance to reach somebody, it gets a timer, which checks
 * whether the event reached nobody.
 */
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

/** Reports the event if it reached nobody, then stops the timer. After an error, the timer does this again. */
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
    // The timer does it again, and the error is then logged.
  }
}

/**
 * Closes a notification whose run may have ended early. It may report twice that an event reached nobody, because a missed
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

/** Reads a page of the notifications of an alert, newest first. */
export function listNotifications(
  table: Table,
  { tenant_id: tenantId, id }: Pick<Alert, 'tenant_id' | 'id'>,
  page: PageRequest,
): Promise<Page<Notification>> {
  return listEntities(table, NOTIFICATIONS, planList(NOTIFICATIONS, { kind: 'under', tenantId, id }), page);
}
