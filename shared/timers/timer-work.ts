import type { RandomBytes } from '../ids.ts';
import type { Table } from '../table/table.ts';

/** A run of a shard, as far as its work has to know it. */
export interface TimerRun {
  readonly table: Table;
  /** What is due by then is its work. */
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** What Guard has heard of itself; `undefined` where it could not. */
  readonly heard: OwnHeartbeat | undefined;
  /** Writes a line of the log. */
  readonly log: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** That Guard reached itself through its public URL, as devices do. */
export interface OwnHeartbeat {
  /** Begun at this time, a report of its own came through. */
  readonly checkedAt: Date;
  /** From this time on Guard has heard itself whenever it tried. */
  readonly resumedAt: Date;
}

type Item = Readonly<Record<string, unknown>>;

/**
 * What is done when a timer of a kind is due. It comes at least once, and two runs may be at it at the same time: it
 * decides on the item, by conditions, and moves or stops the timer in the same write.
 */
export interface TimerWork {
  /** What throws is put off and tried again later. */
  readonly run: (item: Item, run: TimerRun) => Promise<void>;
  /** Whether it may wait until all that is due of the shard has been looked at; not, unless it says so. */
  readonly canWait?: (item: Item, run: TimerRun) => boolean;
}
