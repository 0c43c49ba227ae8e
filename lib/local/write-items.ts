import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../shared/table/table.ts';

/** BatchWriteItem takes 25 items (AWS, "BatchWriteItem"). */
const BATCH_SIZE = 25;

export async function writeItems(table: Table, items: readonly Record<string, unknown>[]): Promise<void> {
  let pending = items.map((Item) => ({ PutRequest: { Item } }));
  while (pending.length > 0) {
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: pending.slice(0, BATCH_SIZE) } }),
    );
    const unprocessed = UnprocessedItems?.[table.name] ?? [];
    if (unprocessed.length === Math.min(pending.length, BATCH_SIZE)) {
      throw new Error('The table took none of a batch of items');
    }
    pending = [...retried(unprocessed), ...pending.slice(BATCH_SIZE)];
  }
}

function retried(
  unprocessed: readonly { PutRequest?: { Item?: Record<string, unknown> | undefined } | undefined }[],
) {
  return unprocessed.flatMap(({ PutRequest }) =>
    PutRequest?.Item ? [{ PutRequest: { Item: PutRequest.Item } }] : [],
  );
}
