import { changeItem } from '../table/change-item.ts';
import { commit } from '../table/commit.ts';
import { untilSettled } from '../table/decide.ts';
import { getItem } from '../table/get-item.ts';
import { type ItemKey, tenantIdOf } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TimerWork } from '../timers/timer-work.ts';
import { type ActionTime, actionTime } from './action-context.ts';
import { ALERTS } from './alert.ts';
import { carryToAlert, isSettled, readOpenAlert, withOccurrences } from './dedup-key.ts';
import { findAlert } from './find-alert.ts';
import { recordOccurrences } from './history.ts';
import { changeAlert } from './transition.ts';

/**
 * Copies the count of a claim into its alert some time after an occurrence, with one history entry for all occurrences. So
 * lists lag a little, and a chattering sensor costs the indexes one write a minute.
 */
export const OCCURRENCES_WORK: TimerWork = {
  run({ pk, sk }, { table, now, randomBytes }) {
    return carryOccurrences(table, { pk: String(pk), sk: String(sk) }, actionTime(now, randomBytes));
  },
};

function carryOccurrences(table: Table, key: ItemKey, time: ActionTime): Promise<void> {
  const writeId = table.newWriteId();
  const tenantId = tenantIdOf(key);
  return untilSettled<void>(table, async () => {
    const item = await getItem(table, key);
    if (!item) return SETTLED; // the alert is resolved and has the final count
    const open = readOpenAlert(item);
    const carry = carryToAlert(table, { key, open }, open);
    const stored = await findAlert(table, tenantId, open.alertId);
    if (!stored || isSettled(stored.entity) || stored.entity.occurrences === open.count) {
      return (await commit(table, [carry])) === 'written' ? SETTLED : undefined;
    }
    const { entity, version } = stored;
    const alert = changeAlert(withOccurrences(entity, open), {}, time.at);
    const writes = [
      changeItem(table, ALERTS.item(entity), ALERTS.item(alert), { version, writeId }),
      recordOccurrences(table, alert, open, time),
      carry,
    ];
    return (await commit(table, writes)) === 'written' ? SETTLED : undefined;
  });
}

const SETTLED = { result: undefined };
