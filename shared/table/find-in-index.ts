import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { INDEX_SORT_KEY, type IndexName } from './definition.ts';
import { attribute, expression, expressionInput } from './expression.ts';
import type { Table } from './table.ts';

/**
 * Finds the entry of an id in a partition of an index: one read of one item, eventually consistent. `undefined` if the index
 * does not contain it (yet), or if there is no partition.
 */
export async function findInIndex(
  table: Table,
  index: IndexName,
  partition: string | undefined,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (partition === undefined) return undefined;
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: index,
      ...expressionInput({
        key: expression`${attribute(index)} = ${partition} AND ${attribute(INDEX_SORT_KEY)} = ${id}`,
      }),
    }),
  );
  return Items?.[0];
}
