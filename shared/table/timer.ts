import { formatTimestamp } from '../base/time.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX } from './definition.ts';

/** The purposes of timers. A release ignores timers of kinds that it does not know. */
export const TIMER_KINDS = [
  'watch',
  'occurrences',
  'escalation',
  'retention',
  'live',
  'delivery',
  'statistics',
  'test',
  'notification',
  'summary',
  'reminder',
  'park',
  'supervision',
] as const;

export type TimerKind = (typeof TIMER_KINDS)[number];

/** A timer that has been due for longer than this is late, and an alarm fires. */
export const LATE_SECONDS = 120;

/**
 * How many partitions the timers of a kind have. Each takes 1,000 writes a second (AWS, "Best practices for designing
 * partition keys"), and separate runs handle its timers.
 */
export const TIMER_SHARDS = 16;

/** The partition of the timer index for a shard of a kind. */
export function timerPartition(kind: TimerKind, shard: number): string {
  return `${kind}#${shard}`;
}

/** The attributes of an item with a timer. Removing both stops the timer. */
export interface TimerAttributes {
  readonly timer: string;
  /** A timestamp of the API, which sorts by time. */
  readonly due: string;
}

/** The shard of an id: its last hex digit is random, so timers spread evenly. */
export const shardOfTimer = (id: string) => Number.parseInt(id.slice(-1), 16) % TIMER_SHARDS;

/** Makes the attributes of a timer that runs soon after a time. The id, a UUIDv7, determines the shard. */
export function timerAttributes(kind: TimerKind, id: string, dueAt: Date): TimerAttributes {
  return { [TIMER_INDEX]: timerPartition(kind, shardOfTimer(id)), [DUE_ATTRIBUTE]: formatTimestamp(dueAt) };
}
