import { changeItem } from '../table/change-item.ts';
import { commit } from '../table/commit.ts';
import { untilSettled } from '../table/decide.ts';
import { getItem } from '../table/get-item.ts';
import { type ItemKey, tenantIdOf } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TimerWork } from '../timers/timer-work.ts';
import { type ActionTime, actionTime } from './action-context.ts';
import { ALERTS } from './alert.ts';
import { carryToAlert, readOpenAlert, withOccurrences } from './dedup-key.ts';
import { findAlert } from './find-alert.ts';
import { recordEvent } from './history.ts';
import { changeAlert } from './transition.ts';

/**
 * What is done a while after an alert was reported again: the number of its occurrences is carried over from beside it, with one
 * entry for all of them. So lists are behind for a while, and a chattering sensor costs the indexes one write a minute.
 */
export const OCCURRENCES_WORK: TimerWork = {
  run({ pk, sk }, { table, now, randomBytes }) {
    return carryOccurrences(table, { pk: String(pk), sk: String(sk) }, actionTime(now, randomBytes));
  },
};

function carryOccurrences(table: Table, key: ItemKey, doing: ActionTime): Promise<void> {
  const writeId = table.newWriteId();
  const tenantId = tenantIdOf(key);
  return untilSettled<void>(table, async () => {
    const item = await getItem(table, key);
    if (!item) return SETTLED; // the alert is resolved, and has all of them
    const open = readOpenAlert(item);
    const carry = carryToAlert(table, { key, open }, open);
    const stored = await findAlert(table, tenantId, open.alertId);
    if (!stored || stored.entity.status === 'resolved' || stored.entity.occurrences === open.count) {
      return (await commit(table, [carry])) === 'written' ? SETTLED : undefined;
    }
    const { entity, version } = stored;
    const alert = changeAlert(withOccurrences(entity, open), {}, doing.at);
    const writes = [
      changeItem(table, ALERTS.item(entity), ALERTS.item(alert), { version, writeId }),
      recordEvent(table, alert, 'reoccurred', { ...doing, actor: open.lastBy }, undefined),
      carry,
    ];
    return (await commit(table, writes)) === 'written' ? SETTLED : undefined;
  });
}

const SETTLED = { result: undefined };
