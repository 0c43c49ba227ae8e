import { INDEX_NAMES, type IndexName, TABLE_KEYS } from '../../shared/table/definition.ts';
import { itemBytes } from './item-size.ts';
import type { Touch } from './touch.ts';

type Item = Readonly<Record<string, unknown>>;

/** An item that is written, as it was before and is afterwards; nothing where there is none. */
export interface WrittenItem {
  readonly key: Item;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

const WRITE_UNIT_BYTES = 1_024;
const TRANSACTION_FACTOR = 2;

/**
 * Whose write units a write is. The table's are those of the larger of the two items, twice in a transaction (AWS,
 * "DynamoDB read and write operations"); an index takes what the engine reports for it, from the entry that goes and
 * the one that comes. Throws where the table's do not come to what the engine reports.
 */
export function writeTouches(
  written: readonly WrittenItem[],
  reported: { readonly table: number; readonly indexes: Readonly<Record<string, number>> },
): Touch[] {
  const factor = written.length > 1 ? TRANSACTION_FACTOR : 1;
  const ofTable = written.map((item) => tableTouch(item.key, 0, factor * writeUnits(item)));
  const total = ofTable.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
  if (total !== reported.table)
    throw new Error(`${total} write units, and the engine says ${reported.table}`);
  const ofIndexes = INDEX_NAMES.flatMap((index) => {
    const entries = written.flatMap((item) => changedEntries(item, index));
    const each = (reported.indexes[index] ?? 0) / Math.max(1, entries.length);
    return entries.map((partition) => indexTouch(index, partition, 0, each));
  });
  return [...ofTable, ...ofIndexes];
}

/** Reads of items by their keys: all are of one size in units, or the share of each could not be told. */
export function readTouches(keys: readonly Item[], readUnits: number): Touch[] {
  return keys.map((key) => tableTouch(key, readUnits / keys.length, 0));
}

/** A Query reads one partition, from its newest entry or from wherever its page begins. */
export function queryTouch(
  index: IndexName | undefined,
  partition: string,
  kind: string,
  readUnits: number,
): Touch {
  if (index) return indexTouch(index, partition, readUnits, 0);
  return { index: 'table', partition, sort: `${kind}{id}`, readUnits, writeUnits: 0 };
}

function writeUnits({ before, after }: WrittenItem): number {
  const bytes = Math.max(before ? itemBytes(before) : 0, after ? itemBytes(after) : 0);
  return Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES));
}

/** The partitions of an index that a write changes something in. */
function changedEntries({ before, after }: WrittenItem, index: IndexName): string[] {
  const from = before?.[index];
  const to = after?.[index];
  const isSame = from === to && JSON.stringify(before?.['data']) === JSON.stringify(after?.['data']);
  if (isSame) return [];
  return [...new Set([from, to])].flatMap((value) => (typeof value === 'string' ? [value] : []));
}

function tableTouch(key: Item, readUnits: number, writeUnits: number): Touch {
  const partition = String(key[TABLE_KEYS.partitionKey]);
  return { index: 'table', partition, sort: String(key[TABLE_KEYS.sortKey]), readUnits, writeUnits };
}

function indexTouch(index: IndexName, partition: string, readUnits: number, writeUnits: number): Touch {
  return { index, partition, sort: undefined, readUnits, writeUnits };
}
