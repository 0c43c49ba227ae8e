import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ItemKey } from './keys.ts';
import type { Table } from './table.ts';

/** Puts an item without a condition: for records that a later write of the same key may replace. */
export async function putItem(
  table: Table,
  item: ItemKey & Readonly<Record<string, unknown>>,
): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
}
