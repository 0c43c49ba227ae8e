import { retry } from '../../shared/table/retry.ts';
import { isTransient } from '../../shared/table/transient-errors.ts';
import { wrongUsage } from './admin-error.ts';
import type { AdminCommand, AdminContext } from './context.ts';
import { kindNameOf } from './index-attributes.ts';
import { type MendOptions, mendItem, type Outcome } from './mend-item.ts';
import { decodePosition, encodePosition, type Walk, walkTable } from './walk-table.ts';

interface Options {
  readonly dryRun?: boolean;
  readonly itemsPerSecond?: string;
  readonly from?: string;
  readonly retention?: boolean;
}

/**
 * A key of the table takes 1,000 writes a second, and the walk goes from one to the next: this leaves nine tenths of it
 * to those who work meanwhile (AWS, "Best practices for designing and using partition keys effectively in DynamoDB").
 */
export const DEFAULT_ITEMS_PER_SECOND = 100;
const MOST_ITEMS_PER_SECOND = 10_000;

/** How often a walk that may take hours says where it is. */
const PROGRESS_MILLISECONDS = 10_000;

/**
 * Gives every entity the index attributes that its kind declares: for an index that is newer than the entities. Can be
 * ended at any time, begun again and run twice at once: each item is mended by itself, and one that is right stays as it
 * is. With `retention`, alerts that are over and do not go at any time get the timer by which they do
 * (shared/alerts/retain-alert.ts): it must be asked for, since the table removes them then.
 */
export const backfillIndexesCommand: AdminCommand<Options> = async (context, options) => {
  const walk = {
    after: options.from === undefined ? undefined : decodePosition(options.from),
    itemsPerSecond: readRate(options.itemsPerSecond),
    clock: context.clock,
    wait: context.wait,
  };
  return backfill(context, walk, {
    dryRun: options.dryRun ?? false,
    retentionClock: options.retention ? context.clock : undefined,
  });
};

function readRate(given: string | undefined): number {
  const rate = Number(given ?? DEFAULT_ITEMS_PER_SECOND);
  if (Number.isInteger(rate) && rate >= 1 && rate <= MOST_ITEMS_PER_SECOND) return rate;
  throw wrongUsage(`--items-per-second takes a whole number from 1 to ${MOST_ITEMS_PER_SECOND}.`);
}

async function* backfill({ table }: AdminContext, walk: Walk, options: MendOptions): AsyncGenerator<string> {
  const { dryRun } = options;
  const counts: Counts = { scanned: 0, right: 0, mended: 0, unknown: 0, other: 0 };
  const unknownKinds = new Map<string, number>();
  let position = walk.after;
  let toldAt = walk.clock().getTime();
  try {
    for await (const { items, next } of walkTable(table, walk)) {
      await Promise.all(
        items.map(async (item) => {
          const outcome = await retry(() => mendItem(table, item, options), isTransient, table.pause);
          counts.scanned += 1;
          counts[outcome] += 1;
          if (outcome !== 'unknown') return;
          const name = kindNameOf(item);
          unknownKinds.set(name, (unknownKinds.get(name) ?? 0) + 1);
        }),
      );
      position = next;
      const now = walk.clock().getTime();
      if (!next || now - toldAt < PROGRESS_MILLISECONDS) continue;
      toldAt = now;
      yield `${describe(counts, dryRun)}. Goes on from ${encodePosition(next)}`;
    }
  } catch (error) {
    yield `${describe(counts, dryRun)}. Stopped; to go on: ${position ? `--from ${encodePosition(position)}` : 'from the beginning'}`;
    throw error;
  }
  yield `${describe(counts, dryRun)}. Done.`;
  for (const [name, count] of unknownKinds) {
    yield `Left alone, since this release cannot read them: ${count} ${name}`;
  }
}

type Counts = Record<Outcome | 'scanned', number>;

function describe({ scanned, right, mended, unknown, other }: Counts, dryRun: boolean): string {
  return `${scanned} scanned: ${right} right, ${mended} ${dryRun ? 'to mend' : 'mended'}, ${unknown} unknown, ${other} in no index`;
}
