import { ALERTS } from '../../shared/alerts/alert.ts';
import { ApiError } from '../../shared/base/errors.ts';
import type { Clock } from '../../shared/base/time.ts';
import type { GuardedWrite } from '../../shared/table/commit.ts';
import { decideAndWrite } from '../../shared/table/decide-and-write.ts';
import { TIMER_INDEX, TTL_ATTRIBUTE } from '../../shared/table/definition.ts';
import { allOf, attribute, EXISTS, expression, join } from '../../shared/table/expression.ts';
import type { ItemKey } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import { timerAttributes } from '../../shared/table/timer.ts';
import { hasVersion, type Version } from '../../shared/table/version.ts';
import { updateItem } from '../../shared/table/writes.ts';
import {
  type Examined,
  examineItem,
  type IndexChanges,
  type Item,
  isCorrect,
  kindNameOf,
} from './index-attributes.ts';

/** `other` is an item that no index contains, or that was deleted meanwhile. */
export type Outcome = 'right' | 'mended' | 'unknown' | 'other';

export interface MendOptions {
  readonly dryRun: boolean;
  /** If present, resolved alerts also get the timer of their retention, due now by this clock. */
  readonly retentionClock?: Clock | undefined;
}

/**
 * Makes the index attributes of an item match its data and changes nothing else. Reads the item again if another change came
 * first. The revision stays: for clients and concurrent changes the item is the same.
 */
export async function mendItem(
  table: Table,
  item: Item,
  { dryRun, retentionClock }: MendOptions,
): Promise<Outcome> {
  const examine = (it: Item) =>
    retentionClock ? withRetention(examineItem(it), it, retentionClock()) : examineItem(it);
  const examined = examine(item);
  if (examined.is === 'none') return 'other';
  if (examined.is === 'unknown') return 'unknown';
  if (isCorrect(examined.changes)) return 'right';
  if (dryRun) return 'mended';
  const { key } = examined;
  const reload = async () => {
    const found = await getItem(table, key);
    return found && decidable(examine(found));
  };
  try {
    return await decideAndWrite<Decidable, Outcome>(table, decidable(examined), reload, (current) => {
      if (current.is !== 'entity') return { writes: [], result: 'unknown' };
      if (isCorrect(current.changes)) return { writes: [], result: 'right' };
      return { writes: [mend(table, key, current, (it) => isMended(it, examine))], result: 'mended' };
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return 'other';
    throw error;
  }
}

/** An item that another release has changed meanwhile has no version, and is not written. */
type Decidable = Examined & { readonly version: Version };

const NO_VERSION: Version = { revision: 0, recentWrites: [], updatedAt: undefined };

function decidable(examined: Examined): Decidable {
  return examined.is === 'entity' ? examined : { ...examined, version: NO_VERSION };
}

function mend(
  table: Table,
  key: ItemKey,
  { changes: { set, remove }, version }: { readonly changes: IndexChanges; readonly version: Version },
  hasHappened: (item: Item | undefined) => boolean,
): GuardedWrite {
  const assignments = Object.entries(set).map(([name, value]) => expression`${attribute(name)} = ${value}`);
  const actions = [
    ...(assignments.length > 0 ? [expression`SET ${join(assignments, ', ')}`] : []),
    ...(remove.length > 0
      ? [
          expression`REMOVE ${join(
            remove.map((it) => attribute(it)),
            ', ',
          )}`,
        ]
      : []),
  ];
  // The item must exist: otherwise the update would recreate a deleted item that had no revision.
  const condition = allOf(EXISTS, hasVersion(version));
  return { ...updateItem(table, key, { update: join(actions, ' '), condition }, 'stale'), hasHappened };
}

function isMended(item: Item | undefined, examine: (item: Item) => Examined): boolean {
  const examined = item && examine(item);
  return examined?.is === 'entity' && isCorrect(examined.changes);
}

/**
 * Adds the timer of the retention to the changes of a resolved alert that has neither this timer nor an expiry, because a release
 * without retention resolved it.
 */
function withRetention(examined: Examined, item: Item, dueAt: Date): Examined {
  if (examined.is !== 'entity' || kindNameOf(item) !== ALERTS.name) return examined;
  const { id, status } = ALERTS.entityOf(item);
  if (status !== 'resolved' || item[TTL_ATTRIBUTE] !== undefined || item[TIMER_INDEX] !== undefined) {
    return examined;
  }
  const { set, remove } = examined.changes;
  return {
    ...examined,
    changes: { set: { ...set, ...timerAttributes('retention', id, dueAt) }, remove },
  };
}
