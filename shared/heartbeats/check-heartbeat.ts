import {
  deviceOfWatch,
  heartbeatDeadline,
  isOnline,
  type OnlineWatch,
  readWatch,
  type StoredWatch,
} from '../devices/heartbeat.ts';
import { commit } from '../table/commit.ts';
import { allOf, expression } from '../table/expression.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { hasVersion } from '../table/version.ts';
import { updateItem } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import type { OwnHeartbeat, TimerWork } from '../timers/timer-work.ts';
import { isOverdue } from './is-overdue.ts';
import { markOffline } from './mark-offline.ts';

/**
 * The work of a watched device's timer: marks the device offline if its heartbeat is overdue, else moves the timer to the
 * new deadline. A device is overdue only if Guard received its own heartbeat after the deadline. The entry of the status
 * change expires after `retentionDays`.
 */
export const heartbeatWork = (retentionDays: number): TimerWork => ({
  // Overdue devices come first: nearly all others are online.
  canWait: (item, { ownHeartbeat }) => {
    const stored = readWatch(item);
    return !ownHeartbeat || !isOnline(stored) || !isOverdue(stored.watch, ownHeartbeat);
  },
  async run(item, { table, now, randomBytes, ownHeartbeat }) {
    const stored = readWatch(item);
    if (!ownHeartbeat || !isOnline(stored)) return;
    const key = { pk: String(item['pk']), sk: String(item['sk']) };
    if (isOverdue(stored.watch, ownHeartbeat)) {
      await markOffline(table, deviceOfWatch(key), { ownHeartbeat, now, randomBytes, retentionDays });
    } else {
      await postpone(table, key, stored, ownHeartbeat);
    }
  },
});

/** Moves the timer to the deadline. A refused write is ignored: the other write has moved the timer. */
async function postpone(
  table: Table,
  key: ItemKey,
  { watch, version }: StoredWatch<OnlineWatch>,
  { resumedAt }: OwnHeartbeat,
): Promise<void> {
  const deadline = formatTimestamp(heartbeatDeadline(watch, resumedAt));
  if (deadline <= watch.due) return;
  const update = expression`SET #due = ${deadline}`;
  const condition = allOf(hasVersion(version), expression`#due = ${watch.due}`);
  await commit(table, [updateItem(table, key, { update, condition }, 'stale')]);
}
