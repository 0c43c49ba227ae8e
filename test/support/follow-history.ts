import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { type _Record as ChangeRecord, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { queueWebhooksTrigger } from '../../functions/jobs/webhooks.ts';
import { ensureTable } from '../../lib/local/create-table.ts';
import { StreamReader } from '../../lib/local/triggers/stream-reader.ts';
import { OUTBOX_PREFIXES } from '../../shared/webhooks/event-types.ts';
import type { TestGuard } from './guard.ts';

/** Follows the table's stream from now on, and gives new history entries to the function that publishes them. */
export async function followHistory({ table, invoke }: TestGuard) {
  await ensureTable(table.client, table.name, { hasStream: true });
  const client = new DynamoDBStreamsClient({ endpoint: table.endpoint });
  const { Table } = await table.client.send(new DescribeTableCommand({ TableName: table.name }));
  const reader = await StreamReader.open(client, String(Table?.LatestStreamArn));
  return {
    /** The entries that no call before has returned, in their order. */
    async newRecords(): Promise<object[]> {
      const records: ChangeRecord[] = [];
      while (await reader.read((page) => records.push(...page)));
      return records.filter(isNewEntry);
    },
    async give(records: readonly object[]): Promise<void> {
      const { batchSize } = queueWebhooksTrigger.trigger;
      for (let begin = 0; begin < records.length; begin += batchSize) {
        await invoke(queueWebhooksTrigger.name, { Records: records.slice(begin, begin + batchSize) });
      }
    },
    stop: () => client.destroy(),
  };
}

function isNewEntry({ eventName, dynamodb }: ChangeRecord): boolean {
  const sk = dynamodb?.Keys?.['sk']?.S ?? '';
  return eventName === 'INSERT' && OUTBOX_PREFIXES.some((prefix) => sk.startsWith(prefix));
}
