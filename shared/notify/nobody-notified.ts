import { TIME_LENGTH } from '../base/digest.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { tenantPartition } from '../table/keys.ts';
import { getItem, queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { NOTIFICATIONS, type Notification, newNotification, notificationItem } from './notification.ts';

export const NOBODY_NOTIFIED = 'nobody_notified';

/** Reasons for which nobody had to be notified any more. */
const EXCUSES: ReadonlySet<string> = new Set([
  'acknowledged',
  'resolved',
  'alert_deleted',
  'tenant_not_active',
]);

/** Whether this notification, now that it has ended, may have been the last chance to reach somebody. */
export function mayBeLast({ status, reason }: Pick<Notification, 'status' | 'reason'>): boolean {
  return (status === 'failed' || status === 'suppressed') && !EXCUSES.has(reason ?? '');
}

/** Whether all notifications of an event have ended, and not one was sent. */
function reachedNobody(all: readonly Pick<Notification, 'status' | 'reason'>[]): boolean {
  return all.length > 0 && all.every(mayBeLast);
}

interface Entry {
  readonly tenant_id: string;
  readonly subject_id: string;
  readonly entry_id: string;
  readonly event: Notification['event'];
  readonly site_id: string;
}

/** `noted`: by this call, which is one of several. `known`: by an earlier call. `no`: somebody was reached, or may yet be. */
type NobodyResult = 'noted' | 'known' | 'no';

/** Notes that an event reached nobody, if all its notifications have ended and none was sent. */
export async function noteIfNobody(table: Table, entry: Entry, now: Date): Promise<NobodyResult> {
  const { tenant_id, subject_id, entry_id, site_id } = entry;
  // The ids of an event begin with its time.
  const prefix = `${NOTIFICATIONS.prefix(subject_id)}${entry_id.slice(0, TIME_LENGTH)}`;
  const all: Notification[] = [];
  for await (const item of queryAll(table, tenantPartition(tenant_id), prefix)) {
    const notification = NOTIFICATIONS.entityOf(item);
    if (notification.entry_id === entry_id) all.push(notification);
  }
  if (!reachedNobody(all)) return 'no';
  if (all.some(({ reason }) => reason === NOBODY_NOTIFIED)) return 'known';
  const note: Notification = {
    ...newNotification(entry, NOBODY_NOTIFIED, now),
    status: 'failed',
    reason: NOBODY_NOTIFIED,
  };
  const key = NOTIFICATIONS.key(tenant_id, subject_id, note.id);
  const load = async () => {
    const item = await getItem(table, key);
    return { isNoted: item !== undefined, version: readVersion(item) };
  };
  const item = notificationItem(note, { site_id, unknowns: 0 });
  const before = { isNoted: false, version: readVersion(undefined) };
  // After a lost reply the item shows which write was made.
  return decideAndWrite<typeof before, NobodyResult>(table, before, load, ({ isNoted, version }, writeId) =>
    isNoted
      ? { writes: [], result: 'known' }
      : { writes: [changeItem(table, { ...key }, item, { version, writeId })], result: 'noted' },
  );
}

/** Called when an event has reached nobody; more than once for an event if a run ended early. */
export type OnNobody = (entry: Pick<Notification, 'tenant_id' | 'subject_id'>) => void;

/** Raises the alarm at once: a metric that waits for the end of a run is lost with the run. */
export function publishNobody({
  logger,
  publishMetrics,
}: Pick<Runtime, 'logger' | 'publishMetrics'>): OnNobody {
  return ({ tenant_id: tenantId, subject_id: subjectId }) => {
    logger.warn('Nobody notified', { tenantId, subjectId });
    publishMetrics([{ name: 'NobodyNotified', value: 1 }]);
  };
}
