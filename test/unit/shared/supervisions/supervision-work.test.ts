import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '../../../../shared/base/ids.ts';
import { shardOfTimer, TIMER_SHARDS } from '../../../../shared/table/timer.ts';

/** A partition of an index takes so many write units a second (AWS, "Best practices for designing partition keys"). */
const INDEX_UNITS = 1_000;
/** A timer that moves is deleted from its partition of the index, and put into it again. */
const UNITS_OF_A_MOVE = 2;
/** How long a run starts work, and how long after the minute its message arrives at the latest (functions/jobs/timers.ts). */
const RUN_SECONDS = 40;
const TICK_SECONDS = 5;

/** The seconds after which the last of the timers that are due at once has moved. */
function secondsOf(timers: number): number {
  const shards = new Map<number, number>();
  for (let count = 0; count < timers; count += 1) {
    const shard = shardOfTimer(newId(new Date('2026-11-20T21:00:00Z'), randomBytes));
    shards.set(shard, (shards.get(shard) ?? 0) + 1);
  }
  expect(shards.size).toBe(TIMER_SHARDS);
  return (Math.max(...shards.values()) * UNITS_OF_A_MOVE) / INDEX_UNITS;
}

test('Of 100,000 supervisions that are due in the same minute, the last is judged within 90 seconds, in one run of each shard', () => {
  const seconds = secondsOf(100_000);
  expect(seconds).toBeLessThan(RUN_SECONDS);
  // The tick comes up to a minute after the deadline.
  expect(60 + TICK_SECONDS + seconds).toBeLessThanOrEqual(90);
});
