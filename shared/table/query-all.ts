import { QueryCommand } from './read-commands.ts';
import type { Table } from './table.ts';

/**
 * Every item of a partition, or those whose sort key begins with a prefix, strongly consistent, as many pages as it takes.
 * For administration, and for what nobody waits for: an endpoint must not read without a bound.
 */
export async function* queryAll(
  table: Table,
  partition: string,
  sortKeyPrefix?: string,
): AsyncGenerator<Record<string, unknown>> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression:
          sortKeyPrefix === undefined ? 'pk = :partition' : 'pk = :partition AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: {
          ':partition': partition,
          ...(sortKeyPrefix === undefined ? {} : { ':prefix': sortKeyPrefix }),
        },
        ConsistentRead: true,
        ExclusiveStartKey: startKey,
      }),
    );
    yield* Items ?? [];
    startKey = LastEvaluatedKey;
  } while (startKey);
}
