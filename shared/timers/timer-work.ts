import type { RandomBytes } from '../ids.ts';
import type { AlertSeverity } from '../severities.ts';
import type { Table } from '../table/table.ts';

/** The run of a shard. */
export interface TimerRun {
  readonly table: Table;
  /** Timers that are due by this time are run. */
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** Guard's own last heartbeat; `undefined` if it did not arrive. */
  readonly ownHeartbeat: OwnHeartbeat | undefined;
  /** Writes a line of the log. */
  readonly log: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** Proof that Guard could receive heartbeats: its own report arrived through its public URL, like those of devices. */
export interface OwnHeartbeat {
  /** The time at which the report that arrived was begun. */
  readonly checkedAt: Date;
  /** The time since which every report has arrived. */
  readonly resumedAt: Date;
}

type Item = Readonly<Record<string, unknown>>;

/**
 * The work of a due timer of a kind. It runs at least once, and possibly twice in parallel. Therefore it decides on the
 * item, writes with conditions, and moves or stops the timer in the same write.
 */
export interface TimerWork {
  /** A run that throws is postponed and tried again. */
  readonly run: (item: Item, run: TimerRun) => Promise<void>;
  /** Whether the item may wait until the whole shard has been read; by default it may not. */
  readonly canWait?: (item: Item, run: TimerRun) => boolean;
  /** The severity of what an item is about, if it is readable: of the items that have been read, the worst run first. Never throws. */
  readonly severityOf?: (item: Item) => AlertSeverity | undefined;
}
