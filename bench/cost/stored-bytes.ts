import { INDEX_NAMES, INDEXES, type IndexName, TABLE_KEYS } from '../../shared/table/definition.ts';
import { itemBytes } from './item-size.ts';

/** What each item of the table and each entry of an index takes besides (AWS, "DynamoDB Item sizes and formats"). */
export const OVERHEAD_BYTES = 100;

/** What an item takes to store, with its entries in the indexes. */
export function storedBytes(item: Readonly<Record<string, unknown>>): number {
  const entries = INDEX_NAMES.filter((name) => item[name] !== undefined).map((name) =>
    indexEntry(item, name),
  );
  return [item, ...entries].reduce((sum, stored) => sum + itemBytes(stored) + OVERHEAD_BYTES, 0);
}

/** An item as it stands in an index: the keys of the index and of the table, and what is copied. */
export function indexEntry(
  item: Readonly<Record<string, unknown>>,
  index: IndexName,
): Record<string, unknown> {
  const { partitionKey, sortKey } = TABLE_KEYS;
  const { sortKey: indexSortKey = '', projected = [] } = INDEXES.find(({ name }) => name === index) ?? {};
  const names = [index, indexSortKey, partitionKey, sortKey, ...projected];
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}
