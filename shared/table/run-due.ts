import * as z from 'zod/mini';
import { severityRank } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import { type DueItem, readDue, type TimerRun, type TimerWork } from './due-timers.ts';
import { EXISTS, expression } from './expression.ts';
import type { Table } from './table.ts';
import type { TimerKind } from './timer.ts';
import { updateIf } from './writes.ts';

/** How many timers of one shard are handled in parallel. They mostly wait for the table. */
const AT_A_TIME = 20;

interface RunOptions {
  readonly kind: TimerKind;
  readonly shard: number;
  readonly work: TimerWork;
  readonly run: TimerRun;
  /** Whether there is time to start the work of another timer. The rest stays due for the next run. */
  readonly hasTime: () => boolean;
  /** Called for each timer that is postponed because its work failed. */
  readonly onFailure: (due: DueItem, error: unknown) => void;
}

/**
 * Handles the due timers of a shard: first those that cannot wait, as soon as they are read, then the rest. In both groups
 * the highest severity comes first, and then the timer that has been due longest. Postpones a timer whose work fails. Throws
 * if the table is unavailable; the remaining timers then stay due.
 */
export async function runDue(options: RunOptions): Promise<void> {
  const { kind, shard, work, run, hasTime } = options;
  const canWait = ({ item }: DueItem) => work.canWait?.(item, run) ?? false;
  const waiting: DueItem[] = [];
  for await (const page of readDue(run.table, kind, shard, run.now)) {
    waiting.push(...page.filter(canWait));
    await runEach(
      page.filter((due) => !canWait(due)),
      options,
    );
    if (!hasTime()) return;
  }
  await runEach(waiting, options);
}

async function runEach(due: readonly DueItem[], options: RunOptions): Promise<void> {
  const rank = ({ item }: DueItem) => {
    const severity = options.work.severityOf?.(item);
    return severity === undefined ? 0 : severityRank(severity);
  };
  const items = due.toSorted((one, other) => rank(other) - rank(one));
  let next = 0;
  const lane = async () => {
    for (let due = items[next]; due && options.hasTime(); due = items[next]) {
      next += 1;
      await runOne(due, options).catch((error) => {
        next = items.length; // no other lane starts more work
        throw error;
      });
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_A_TIME }, lane));
  const broken = lanes.find((it) => it.status === 'rejected');
  if (broken) throw broken.reason;
}

async function runOne(due: DueItem, { work, run, onFailure }: RunOptions): Promise<void> {
  try {
    await work.run(due.item, run);
  } catch (error) {
    onFailure(due, error);
    return backOff(run.table, due, run.now);
  }
  await endBackOff(run.table, due);
}

/** The shortest pause is less than a minute, so that the next run includes the timer. */
const SHORTEST_PAUSE_MS = 50_000;
/** At most this long, so that a permanent failure is tried and logged at least three times in a quarter of an hour. */
const LONGEST_PAUSE_MS = 300_000;

const failingSchema = z.object({ failing_since: z.optional(z.string()) });

const failingSince = ({ item }: DueItem) => failingSchema.safeParse(item).data?.failing_since;

/**
 * Postpones a timer after its work failed, for as long as the work has been failing already, but at most five minutes. So a
 * permanent failure does not delay other timers. Does nothing if the timer was moved or stopped meanwhile.
 */
async function backOff(table: Table, due: DueItem, now: Date): Promise<void> {
  const since = failingSince(due) ?? formatTimestamp(now);
  const failing = now.getTime() - Date.parse(since);
  const pause = Math.min(Math.max(failing, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  const later = formatTimestamp(new Date(now.getTime() + pause));
  await updateIf(table, due, {
    update: expression`SET #due = ${later}, #failing_since = ${since}`,
    condition: expression`#timer = ${due.timer} AND #due = ${due.due}`,
  });
}

/** Removes the failure mark after a success. */
async function endBackOff(table: Table, due: DueItem): Promise<void> {
  if (failingSince(due) === undefined) return;
  await updateIf(table, due, { update: expression`REMOVE #failing_since`, condition: EXISTS });
}
