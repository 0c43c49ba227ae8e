import { ALERT_EVENTS } from '../alerts/alert-event.ts';
import { hastenEscalation } from '../alerts/escalate.ts';
import { findEntry } from '../alerts/logged-entries.ts';
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

/** The reasons after which it does not matter that nobody was notified. */
const EXCUSES: ReadonlySet<string> = new Set([
  'acknowledged',
  'resolved',
  'alert_deleted',
  'tenant_not_active',
]);

/** Whether this notification ended without reaching anybody, so that it may have been the last chance. */
export function mayBeLast({ status, reason }: Pick<Notification, 'status' | 'reason'>): boolean {
  return (status === 'failed' || status === 'suppressed') && !EXCUSES.has(reason ?? '');
}

/** Whether all notifications of an event have ended and none of them was sent. */
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

/**
 * `noted`: this call noted it, perhaps as the first of several. `known`: an earlier call has noted it. `no`: somebody was
 * reached, or may still be.
 */
type NobodyResult = 'noted' | 'known' | 'no';

/** Notes that an event reached nobody, if all notifications of the event have ended and none was sent. */
export async function noteIfNobody(table: Table, entry: Entry, now: Date): Promise<NobodyResult> {
  const { tenant_id, subject_id, entry_id, site_id } = entry;
  // The ids of all notifications of an event begin with the time of the event.
  const prefix = `${NOTIFICATIONS.prefix(subject_id)}${entry_id.slice(0, TIME_LENGTH)}`;
  const all: Notification[] = [];
  for await (const item of queryAll(table, tenantPartition(tenant_id), prefix)) {
    const notification = NOTIFICATIONS.entityOf(item);
    if (notification.entry_id === entry_id) all.push(notification);
  }
  if (!reachedNobody(all)) return 'no';
  await askTheNext(table, entry, now);
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
  // If the reply to the write is lost, the item shows whether this call or another one has noted it.
  return decideAndWrite<typeof before, NobodyResult>(table, before, load, ({ isNoted, version }, writeId) =>
    isNoted
      ? { writes: [], result: 'known' }
      : { writes: [changeItem(table, { ...key }, item, { version, writeId })], result: 'noted' },
  );
}

/** Nobody waits for the next escalation step of a critical alert if the one before has reached nobody. */
async function askTheNext(
  table: Table,
  { tenant_id, subject_id, entry_id, event }: Entry,
  now: Date,
): Promise<void> {
  if (event !== 'alert.raised' && event !== 'alert.escalated') return;
  const item = event === 'alert.escalated' && (await findEntry(table, tenant_id, subject_id, entry_id));
  const level = item ? ALERT_EVENTS.entityOf(item).level : 0;
  // An entry of the former release does not say its level.
  if (level === undefined) return;
  await hastenEscalation(table, { tenantId: tenant_id, alertId: subject_id, level }, now);
}

/** Called when an event has reached nobody. If a run ended early, it may be called more than once for an event. */
export type OnNobody = (entry: Pick<Notification, 'tenant_id' | 'subject_id'>) => void;

/**
 * Publishes the metric of the alarm immediately: a metric that waits for the end of a run would be lost if the run ended
 * early.
 */
export function publishNobody({
  logger,
  publishMetrics,
}: Pick<Runtime, 'logger' | 'publishMetrics'>): OnNobody {
  return ({ tenant_id: tenantId, subject_id: subjectId }) => {
    logger.warn('Nobody notified', { tenantId, subjectId });
    publishMetrics([{ name: 'NobodyNotified', value: 1 }]);
  };
}
