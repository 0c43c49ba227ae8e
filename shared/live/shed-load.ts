import type { DynamoDBRecord } from 'aws-lambda';
import type { Connection } from './connection.ts';

/** A batch with an older change is late: something keeps its shard from advancing, mostly a storm of one tenant. */
const LATE_SECONDS = 20;
/** The number of connections that a late batch is sent to: it takes a fraction of a second. */
const SENT_WHEN_LATE = 200;

export function isLate(records: readonly DynamoDBRecord[], now: Date): boolean {
  const oldest = now.getTime() / 1_000 - LATE_SECONDS;
  return records.some(({ dynamodb }) => (dynamodb?.ApproximateCreationDateTime ?? oldest) < oldest);
}

/** The tenants that are not served by a late batch: those with the most connections, so that they delay no others. */
export function tenantsToSkip(connections: readonly Connection[]): ReadonlySet<string> {
  const ofTenants = Map.groupBy(connections, ({ tenantId }) => tenantId);
  const bySize = [...ofTenants].sort(([, some], [, others]) => some.length - others.length);
  const skipped = new Set<string>();
  let sent = 0;
  for (const [tenantId, { length }] of bySize) {
    sent += length;
    if (sent > SENT_WHEN_LATE) skipped.add(tenantId);
  }
  return skipped;
}
