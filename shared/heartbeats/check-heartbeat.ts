import {
  deviceOfWatch,
  heartbeatDeadline,
  isOnline,
  type OnlineWatch,
  readWatch,
  type StoredWatch,
} from '../devices/heartbeat.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { DUE_ATTRIBUTE } from '../table/definition.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { isOfVersion } from '../table/version.ts';
import { formatTimestamp } from '../time.ts';
import type { OwnHeartbeat, TimerWork } from '../timers/timer-work.ts';
import { isOverdue } from './is-overdue.ts';
import { markOffline } from './mark-offline.ts';

/**
 * What is done when the time of a device may be over. One that was heard since is looked at again when it could be silent at
 * the earliest. The change of its status is kept for so many days. Nobody is called silent unless Guard heard itself after their time was over.
 */
export const heartbeatWork = (retentionDays: number): TimerWork => ({
  // An alert must not wait for the devices that were heard, which are nearly all.
  canWait: (item, { heard }) => {
    const stored = readWatch(item);
    return !heard || !isOnline(stored) || !isOverdue(stored.watch, heard);
  },
  async run(item, { table, now, randomBytes, heard }) {
    const stored = readWatch(item);
    if (!heard || !isOnline(stored)) return;
    const key = { pk: String(item['pk']), sk: String(item['sk']) };
    if (isOverdue(stored.watch, heard)) {
      await markOffline(table, deviceOfWatch(key), { heard, now, randomBytes, retentionDays });
    } else {
      await lookAgain(table, key, stored, heard);
    }
  },
});

/** Where something else has come first, that has moved the timer. */
async function lookAgain(
  table: Table,
  key: ItemKey,
  stored: StoredWatch<OnlineWatch>,
  { resumedAt }: OwnHeartbeat,
): Promise<void> {
  const due = formatTimestamp(heartbeatDeadline(stored.watch, resumedAt));
  if (due > stored.watch.due) await commit(table, [moveTimer(table, key, stored, due)]);
}

function moveTimer(
  table: Table,
  key: ItemKey,
  { watch, version }: StoredWatch<OnlineWatch>,
  due: string,
): GuardedWrite {
  const guard = isOfVersion(version);
  const write = {
    Update: {
      TableName: table.name,
      Key: { ...key },
      UpdateExpression: 'SET #due = :later',
      ConditionExpression: `${guard.expression} AND #due = :due`,
      ExpressionAttributeNames: { ...guard.names, '#due': DUE_ATTRIBUTE },
      ExpressionAttributeValues: { ...guard.values, ':later': due, ':due': watch.due },
    },
  };
  return { write, refused: 'stale' };
}
