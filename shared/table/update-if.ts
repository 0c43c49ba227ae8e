import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ItemKey } from './keys.ts';
import type { Table } from './table.ts';

type Change = Omit<ConstructorParameters<typeof UpdateCommand>[0], 'TableName' | 'Key'>;

/**
 * Changes an item while its condition holds, and tells whether it did. For what needs no transaction and no revision, and
 * may be done twice: a write whose answer was lost may be told as refused.
 */
export async function updateIf(table: Table, { pk, sk }: ItemKey, change: Change): Promise<boolean> {
  try {
    await table.client.send(new UpdateCommand({ TableName: table.name, Key: { pk, sk }, ...change }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
