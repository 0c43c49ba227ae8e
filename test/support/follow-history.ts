import { queueWebhooksTrigger } from '../../functions/jobs/webhooks.ts';
import { OUTBOX_PREFIXES } from '../../shared/webhooks/event-types.ts';
import { readAll } from './find-inconsistencies.ts';
import type { TestGuard } from './guard.ts';

/** Reads new history entries as the table's stream has them, and gives them to the function that publishes them. */
export function followHistory(guard: TestGuard) {
  const seen = new Set<string>();
  return {
    /** The entries that no call before has returned, in their order. */
    async newRecords(): Promise<object[]> {
      const stored = await readAll(guard.table, OUTBOX_PREFIXES);
      const entries = stored.filter(({ pk, sk }) => !seen.has(`${pk} ${sk}`));
      for (const { pk, sk } of entries) seen.add(`${pk} ${sk}`);
      const inOrder = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      return inOrder.map((item) => ({
        eventName: 'INSERT',
        dynamodb: { Keys: streamImage({ pk: item.pk, sk: item.sk }), NewImage: streamImage(item) },
      }));
    },
    async give(records: readonly object[]): Promise<void> {
      const { batchSize } = queueWebhooksTrigger.trigger;
      for (let begin = 0; begin < records.length; begin += batchSize) {
        await guard.invoke(queueWebhooksTrigger.name, { Records: records.slice(begin, begin + batchSize) });
      }
    },
  };
}

type Item = Readonly<Record<string, unknown>>;

/** An item as the table's stream shows it: strings, numbers, booleans, null, lists and maps. */
const streamImage = (item: Item): Record<string, object> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, streamValue(value)]));

function streamValue(value: unknown): object {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(streamValue) };
  return { M: streamImage(Object(value)) };
}
