import { ALERTS } from '../../shared/alerts/alert.ts';
import { TIMER_INDEX, TTL_ATTRIBUTE } from '../../shared/table/definition.ts';
import { timerAttributes } from '../../shared/timers/timer.ts';
import { type Examined, type Item, kindNameOf } from './index-attributes.ts';

/**
 * An item as it was examined, and the timer of its retention, due at a time, where it is an alert that is over and has
 * neither the timer nor the time at which it goes: a release resolved it that knew of no retention.
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
