import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Expression, expressionInput } from './expression.ts';
import type { ItemKey } from './keys.ts';
import type { Table } from './table.ts';

/**
 * Updates an item while the condition holds, and returns whether it did. It is for changes that need no transaction and no
 * revision and may happen twice: a repetition after a lost reply may return false.
 */
export async function updateIf(
  table: Table,
  { pk, sk }: ItemKey,
  expressions: { readonly update: Expression; readonly condition: Expression },
): Promise<boolean> {
  const input = { TableName: table.name, Key: { pk, sk }, ...expressionInput(expressions) };
  try {
    await table.client.send(new UpdateCommand(input));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
