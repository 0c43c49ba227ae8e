import { backOff, endBackOff } from './back-off.ts';
import { type DueItem, readDue } from './read-due.ts';
import type { TimerKind } from './timer.ts';
import type { TimerRun, TimerWork } from './timer-work.ts';

/** Of one shard side by side: most of their time is the table's. */
const AT_A_TIME = 20;

export interface RunOptions {
  readonly kind: TimerKind;
  readonly shard: number;
  readonly work: TimerWork;
  readonly run: TimerRun;
  /** Whether more may be begun. What is left is due in the next run. */
  readonly hasTime: () => boolean;
  /** Told of each timer whose work failed, and that is put off. */
  readonly onFailure: (due: DueItem, error: unknown) => void;
}

/**
 * Does what is due of a shard: first what cannot wait, as soon as it is read, then the rest. A timer that fails is put off
 * and holds up no other. Throws where the table cannot be reached: then all that is left stays due.
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

async function runEach(items: readonly DueItem[], options: RunOptions): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let due = items[next]; due && options.hasTime(); due = items[next]) {
      next += 1;
      await runOne(due, options).catch((error) => {
        next = items.length; // nothing more is begun
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
