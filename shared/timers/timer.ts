import { DUE_ATTRIBUTE, TIMER_INDEX } from '../table/definition.ts';
import { formatTimestamp } from '../time.ts';

/** What timers are for. A release that does not know a kind leaves its timers to one that does. */
export const TIMER_KINDS = ['watch', 'occurrences', 'escalation', 'retention', 'live', 'delivery'] as const;

export type TimerKind = (typeof TIMER_KINDS)[number];

/**
 * Over how many partitions the timers of a kind are spread. Each is worked off by itself, and takes 1,000 writes a second
 * (AWS, "Best practices for designing partition keys").
 */
export const TIMER_SHARDS = 16;

/** The partition of the index of timers that holds a shard of a kind. */
export function timerPartition(kind: TimerKind, shard: number): string {
  return `${kind}#${shard}`;
}

/** The attributes of an item that has something due. Who takes both away, stops the timer. */
export interface TimerAttributes {
  readonly timer: string;
  /** A timestamp of the API: they sort as the times that they name. */
  readonly due: string;
}

/** The shard of an id: its last hex digit is random, so timers spread evenly. */
export const shardOfTimer = (id: string) => Number.parseInt(id.slice(-1), 16) % TIMER_SHARDS;

/** Has an item's work done soon after a time. The id, a UUIDv7, chooses the shard. */
export function timerAttributes(kind: TimerKind, id: string, dueAt: Date): TimerAttributes {
  return { [TIMER_INDEX]: timerPartition(kind, shardOfTimer(id)), [DUE_ATTRIBUTE]: formatTimestamp(dueAt) };
}
