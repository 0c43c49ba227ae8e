import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { type _Record as ChangeRecord, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { queueWebhooksTrigger } from '../../functions/jobs/webhooks.ts';
import { ensureTable } from '../../lib/local/create-table.ts';
import { StreamReader } from '../../lib/local/triggers/stream-reader.ts';
import { entriesOf, OUTBOX_CHANGES } from '../../shared/webhooks/published-event.ts';
import type { TestGuard } from './guard.ts';

/** Follows the table's stream from now on, and gives new history entries to the function that publishes them. */
export async function followHistory({ table, invoke }: TestGuard) {
  await ensureTable(table.client, table.name, { hasStream: true });
  const client = new DynamoDBStreamsClient({ endpoint: table.endpoint });
  const { Table } = await table.client.send(new DescribeTableCommand({ TableName: table.name }));
  const reader = await StreamReader.open(client, String(Table?.LatestStreamArn));
  return {
    /** The changes with new entries that no call before has returned, in their order. */
    async newRecords(): Promise<object[]> {
      const records: ChangeRecord[] = [];
      while (await reader.read((page) => records.push(...page)));
      return records.filter(hasNewEntry);
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

function hasNewEntry({ eventName, dynamodb }: ChangeRecord): boolean {
  const sk = dynamodb?.Keys?.['sk']?.S ?? '';
  const changes: Readonly<Record<string, readonly string[]>> = OUTBOX_CHANGES;
  const isPassed = changes[eventName ?? '']?.some((prefix) => sk.startsWith(prefix)) ?? false;
  return isPassed && entriesOf([{ dynamodb }]).length > 0;
}
