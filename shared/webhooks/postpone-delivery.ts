import { commit } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putEntity } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import { deliveryItem, newDelivery } from './delivery.ts';
import type { NeededDelivery } from './find-deliveries.ts';
import { firstAttemptAt } from './retry-schedule.ts';

/** Stores a delivery with the timer of its first attempt, a minute from now. An existing delivery does not change. */
export async function postponeDelivery(
  table: Table,
  { identity, body }: Pick<NeededDelivery, 'identity' | 'body'>,
  { now, random }: { readonly now: Date; readonly random: () => number },
): Promise<void> {
  const next = formatTimestamp(firstAttemptAt(now, random()));
  const delivery = { ...newDelivery(identity), next_attempt_at: next };
  await commit(table, [putEntity(table, deliveryItem(delivery, body))]);
}
