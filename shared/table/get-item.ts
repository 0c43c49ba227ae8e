import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ItemKey } from './keys.ts';
import type { Table } from './table.ts';

/** Reads one item, strongly consistent. */
export async function getItem(table: Table, key: ItemKey): Promise<Record<string, unknown> | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
}
