import { ApiError } from '../../shared/base/errors.ts';
import type { GuardedWrite } from '../../shared/table/commit.ts';
import { decideAndWrite } from '../../shared/table/decide-and-write.ts';
import { allOf, attribute, EXISTS, expression, join } from '../../shared/table/expression.ts';
import type { ItemKey } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import { hasVersion, type Version } from '../../shared/table/version.ts';
import { updateItem } from '../../shared/table/writes.ts';
import { divideAlert, isOpenAndWhole } from './divide-alert.ts';
import { type Examined, examineItem, type IndexChanges, type Item, isCorrect } from './index-attributes.ts';

/** `other` is an item that no index contains, or that was deleted meanwhile. */
export type Outcome = 'right' | 'mended' | 'unknown' | 'other';

export interface MendOptions {
  readonly dryRun: boolean;
}

/**
 * Makes the index attributes of an item match its data and changes nothing else. Reads the item again if another change came
 * first. The revision stays: for clients and concurrent changes the item is the same. An open alert of the whole form gets the
 * divided one.
 */
export async function mendItem(table: Table, item: Item, { dryRun }: MendOptions): Promise<Outcome> {
  const examined = examineItem(item);
  if (examined.is === 'none') return 'other';
  if (examined.is === 'unknown') return 'unknown';
  const isToDivide = isOpenAndWhole(item);
  if (isCorrect(examined.changes) && !isToDivide) return 'right';
  if (dryRun) return 'mended';
  const { key } = examined;
  const reload = async () => {
    const found = await getItem(table, key);
    return found && decidable(examineItem(found));
  };
  try {
    // An alert that was resolved meanwhile stays whole.
    if (isToDivide && (await divideAlert(table, item))) return 'mended';
    return await decideAndWrite<Decidable, Outcome>(table, decidable(examined), reload, (current) => {
      if (current.is !== 'entity') return { writes: [], result: 'unknown' };
      if (isCorrect(current.changes)) return { writes: [], result: 'right' };
      return { writes: [mend(table, key, current)], result: 'mended' };
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
  return {
    ...updateItem(table, key, { update: join(actions, ' '), condition }, 'stale'),
    hasHappened: isMended,
  };
}

function isMended(item: Item | undefined): boolean {
  const examined = item && examineItem(item);
  return examined?.is === 'entity' && isCorrect(examined.changes);
}
