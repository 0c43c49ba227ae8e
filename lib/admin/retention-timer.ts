import { ALERTS } from '../../shared/alerts/alert.ts';
import { TIMER_INDEX, TTL_ATTRIBUTE } from '../../shared/table/definition.ts';
import { timerAttributes } from '../../shared/table/timer.ts';
import { type Examined, type Item, kindNameOf } from './index-attributes.ts';

/**
 * Adds the timer of the retention to the changes of a resolved alert that has neither this timer nor an expiry, because a release
 * without retention resolved it.
 */
export function withRetention(examined: Examined, item: Item, dueAt: Date): Examined {
  if (examined.is !== 'entity' || kindNameOf(item) !== ALERTS.name) return examined;
  const { id, status } = ALERTS.entityOf(item);
  if (status !== 'resolved' || item[TTL_ATTRIBUTE] !== undefined || item[TIMER_INDEX] !== undefined) {
    return examined;
  }
  const { set, remove } = examined.changes;
  return {
    ...examined,
    changes: { set: { ...set, ...timerAttributes('retention', id, dueAt) }, remove },
  };
}
