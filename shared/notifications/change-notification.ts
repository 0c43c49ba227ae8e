import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { nextVersion, readVersion, type Version } from '../table/version.ts';
import { formatTimestamp, laterThan } from '../time.ts';
import {
  NOTIFICATIONS,
  type Notification,
  type NotificationState,
  notificationItem,
  type StoredNotification,
} from './notification.ts';

/** A notification that was read, or the version of a missing one. */
export interface LoadedNotification {
  readonly stored: StoredNotification | undefined;
  readonly version: Version;
}

export type NotificationChanges = Partial<
  Pick<Notification, 'status' | 'reason' | 'attempts' | 'duplicate_possible' | 'in_summary'>
>;

export interface ChangedNotification {
  readonly changes: NotificationChanges;
  readonly state: NotificationState;
}

/**
 * Changes a notification, unless the decision is not to. Resolves to the changed one; to `undefined` if it did not change, or
 * expired. Calls `change` again after a concurrent change.
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
