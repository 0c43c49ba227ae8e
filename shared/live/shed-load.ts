import type { DynamoDBRecord } from 'aws-lambda';
import type { Connection } from './connection.ts';
import type { LiveChange } from './read-live-changes.ts';

/** A batch with an older change is late: something keeps its shard from advancing, mostly a storm of one tenant. */
const LATE_SECONDS = 20;
/** The number of connections that a late batch is sent to: it takes a fraction of a second. */
const SENT_WHEN_LATE = 200;
/** The number of further connections that a late batch sends critical alerts to: it takes some three seconds. */
const WARNED_WHEN_LATE = 2_000;

export function isLate(records: readonly DynamoDBRecord[], now: Date): boolean {
  const oldest = now.getTime() / 1_000 - LATE_SECONDS;
  return records.some(({ dynamodb }) => (dynamodb?.ApproximateCreationDateTime ?? oldest) < oldest);
}

/** The tenants that are not served by a late batch: those with the most connections, so that they delay no others. */
export function tenantsToSkip(connections: readonly Connection[]): ReadonlySet<string> {
  const skipped = new Set<string>();
  let sent = 0;
  for (const [tenantId, { length }] of smallestFirst(connections)) {
    sent += length;
    if (sent > SENT_WHEN_LATE) skipped.add(tenantId);
  }
  return skipped;
}

/** Whether a late batch sends a change to tenants that it skips: a screen that waits for its next ping would hide it for minutes. */
export function isUrgent({ change }: LiveChange): boolean {
  return change.type === 'alert' && change.alert.severity === 'critical' && change.alert.status === 'active';
}

/** The connections of skipped tenants that are sent the urgent changes, given those that may see one. */
export const connectionsToWarn = (connections: readonly Connection[]): readonly Connection[] =>
  smallestFirst(connections)
    .flatMap(([, ofTenant]) => ofTenant)
    .slice(0, WARNED_WHEN_LATE);

const smallestFirst = (connections: readonly Connection[]) =>
  [...Map.groupBy(connections, ({ tenantId }) => tenantId)].sort(
    ([, some], [, others]) => some.length - others.length,
  );
