import { formatTimestamp } from '../base/time.ts';
import { timerAttributes } from '../table/timer.ts';
import { type Expectation, judge } from './judge.ts';
import { rulesOf } from './kinds.ts';
import type { Supervision, SupervisionWatch } from './supervision.ts';

/** A supervision as it was, and its watch. */
interface Before {
  readonly entity: Pick<Supervision, 'device_id' | 'partition'>;
  readonly watch: SupervisionWatch | undefined;
}

/**
 * The watch of a supervision that begins now, or begins anew: the next deadline is due. Whether an alert has said that the site
 * never reported is remembered from before, unless it was about another device or area.
 */
export function firstWatch(
  supervision: Supervision,
  expected: Expectation,
  now: Date,
  before?: Before,
): SupervisionWatch {
  const { device_id, partition } = supervision;
  const isSame = before?.entity.device_id === device_id && before.entity.partition === partition;
  const told = isSame && before.watch?.told === true ? { told: true } : {};
  const judged = formatTimestamp(now);
  if (supervision.status === 'paused' || rulesOf(supervision.kind).rhythm === 'opening')
    return { judged, ...told };
  // Nothing is due at the moment at which it begins, so what was reported and heard until now does not matter.
  const at = now.getTime();
  const ruling = judge(expected, { judged: at }, { isFulfilled: true }, { checkedAt: at, resumedAt: 0 });
  const due = ruling.outcome === 'wait' ? ruling.until : ruling.next;
  return { judged, ...told, ...timerAttributes('supervision', supervision.id, new Date(due)) };
}

/** The watch of a supervision whose site has other clocks now. An extension ends at the same instant as before. */
export function movedWatch(
  supervision: Supervision,
  expected: Expectation,
  now: Date,
  before: SupervisionWatch,
): SupervisionWatch {
  const moved = firstWatch(supervision, expected, now, { entity: supervision, watch: before });
  const { extended_until } = before;
  if (extended_until === undefined) return moved;
  return {
    ...moved,
    extended_until,
    ...timerAttributes('supervision', supervision.id, new Date(extended_until)),
  };
}
