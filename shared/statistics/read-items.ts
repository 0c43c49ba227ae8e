import { allOf, expression, expressionInput } from '../table/expression.ts';
import { inPartition } from '../table/in-partition.ts';
import { statisticsPartition } from '../table/keys.ts';
import { QueryCommand } from '../table/read-commands.ts';
import type { Table } from '../table/table.ts';

type Item = Readonly<Record<string, unknown>>;

/** Reads items of a tenant's statistics. */
export type ReadItems = (first: string, last: string) => Promise<readonly Item[]>;

interface Reading {
  /** Whether writes that have ended are visible. Otherwise a read costs half. */
  readonly isConsistent: boolean;
  /** Called with the number of items of each read. Throws to end it. */
  readonly onRead?: (items: number) => void;
}

/** Reads the items with sort keys from `first` to `last`. */
export function itemReader(table: Table, tenantId: string, { isConsistent, onRead }: Reading): ReadItems {
  return async (first, last) => {
    const input = {
      TableName: table.name,
      ...expressionInput({
        key: allOf(inPartition(statisticsPartition(tenantId)), expression`sk BETWEEN ${first} AND ${last}`),
      }),
      ConsistentRead: isConsistent,
    };
    const read: Item[] = [];
    let startKey: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await table.client.send(
        new QueryCommand({ ...input, ExclusiveStartKey: startKey }),
      );
      onRead?.(Items.length);
      read.push(...Items);
      startKey = LastEvaluatedKey;
    } while (startKey);
    return read;
  };
}
