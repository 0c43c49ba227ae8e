import { type Expression, expressionInput } from './expression.ts';
import { inPartition } from './in-partition.ts';
import { QueryCommand } from './read-commands.ts';
import type { Table } from './table.ts';

type Item = Record<string, unknown>;

/**
 * Reads every item of a partition, or those with a prefix of the sort key, strongly consistent. Unbounded: for
 * administration and background work, never for an endpoint.
 */
export async function* queryAll(table: Table, partition: string, prefix?: string): AsyncGenerator<Item> {
  for await (const page of queryPages(table, { key: inPartition(partition, prefix) })) yield* page;
}

/** Reads all items that match the expressions, strongly consistent, one page at a time. */
export async function* queryPages(
  table: Table,
  expressions: {
    readonly key: Expression;
    readonly filter?: Expression;
    readonly projection?: Expression;
  },
): AsyncGenerator<Item[]> {
  const input = { TableName: table.name, ...expressionInput(expressions), ConsistentRead: true };
  let startKey: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...input, ExclusiveStartKey: startKey }),
    );
    yield Items;
    startKey = LastEvaluatedKey;
  } while (startKey);
}
