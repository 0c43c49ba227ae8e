import { formatTimestamp } from '../base/time.ts';
import { timerAttributes } from '../table/timer.ts';
import { type Expectation, judge } from './judge.ts';
import { rulesOf } from './kinds.ts';
import type { Supervision, SupervisionWatch } from './supervision.ts';

/**
 * The watch of a supervision that begins now, or begins anew: the next deadline is due. Whether an alert has said that the site
 * never reported is remembered from before.
 */
export function firstWatch(
  supervision: Supervision,
  expected: Expectation,
  now: Date,
  before?: SupervisionWatch,
): SupervisionWatch {
  const told = before?.told === true ? { told: true } : {};
  const judged = formatTimestamp(now);
  if (supervision.status === 'paused' || rulesOf(supervision.kind).rhythm === 'opening')
    return { judged, ...told };
  // Nothing is due at the moment at which it begins, so what was reported and heard until now does not matter.
  const at = now.getTime();
  const ruling = judge(expected, { judged: at }, { isFulfilled: true }, { checkedAt: at, resumedAt: 0 });
  const due = ruling.outcome === 'wait' ? ruling.until : ruling.next;
  return { judged, ...told, ...timerAttributes('supervision', supervision.id, new Date(due)) };
}
