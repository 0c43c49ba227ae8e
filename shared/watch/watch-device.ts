import {
  isOnline,
  type OnlineWatch,
  ownerOfWatch,
  readWatch,
  type StoredWatch,
  silentFrom,
} from '../devices/watch.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { DUE_ATTRIBUTE } from '../table/definition.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { isOfVersion } from '../table/version.ts';
import { formatTimestamp } from '../time.ts';
import type { OwnHearing, TimerWork } from '../timers/timer-work.ts';
import { isSilent } from './is-silent.ts';
import { noteSilence } from './note-silence.ts';

/**
 * What is done when the time of a device may be over. One that was heard since is looked at again when it could be silent at
 * the earliest. The change of its status is kept for so many days. Nobody is called silent unless Guard heard itself after their time was over.
 */
export const watchWork = (retentionDays: number): TimerWork => ({
  // An alert must not wait for the devices that were heard, which are nearly all.
  canWait: (item, { heard }) => {
    const stored = readWatch(item);
    return !heard || !isOnline(stored) || !isSilent(stored.watch, heard);
  },
  async run(item, { table, now, randomBytes, heard }) {
    const stored = readWatch(item);
    if (!heard || !isOnline(stored)) return;
    const key = { pk: String(item['pk']), sk: String(item['sk']) };
    if (isSilent(stored.watch, heard)) {
      await noteSilence(table, ownerOfWatch(key), { heard, now, randomBytes, retentionDays });
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
  { resumedAt }: OwnHearing,
): Promise<void> {
  const due = formatTimestamp(silentFrom(stored.watch, resumedAt));
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
