import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ALERTS } from '../alerts/alert.ts';
import { timeOfId } from '../base/ids.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import { formatTimestamp, toEpochSeconds } from '../base/time.ts';
import { anyOf, type Expression, expression, expressionInput } from '../table/expression.ts';
import { livePartition, missedChangesKey, newestSentKey, tenantPartition } from '../table/keys.ts';
import { inPartition } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putItem, updateIf } from '../table/writes.ts';
import type { Connection } from './connection.ts';
import type { RaisedAlert } from './stream-changes.ts';

// A pong alone proves that API Gateway and one function work, and nothing about the fan-out. So the fan-out records which
// tenants missed changes, and the newest alert that it has sent to each. An answer to a ping follows from these two records.

/** How long a record is kept: longer than any connection lasts. */
const REMEMBERED_SECONDS = 3 * 3_600;

const WRITES_AT_ONCE = 20;

/**
 * Records that connections that are open now and watch these tenants may have missed changes. `connections` is how many of a
 * tenant did, if that is known.
 */
export async function recordMissedChanges(
  table: Table,
  tenantIds: Iterable<string>,
  now: Date,
  connections: (tenantId: string) => number = () => 1,
): Promise<void> {
  const record = { at: formatTimestamp(now), ttl: toEpochSeconds(now) + REMEMBERED_SECONDS };
  await runInLanes([...tenantIds], WRITES_AT_ONCE, (tenantId) =>
    putItem(table, { ...missedChangesKey(tenantId), ...record, connections: connections(tenantId) }),
  );
}

/** Records the newest of these alerts of each tenant as sent: one write for each tenant. Ids sort by time. */
export async function recordSent(table: Table, alerts: readonly RaisedAlert[], now: Date): Promise<void> {
  const newest = new Map<string, string>();
  for (const { tenantId, alertId } of alerts) {
    if (alertId > (newest.get(tenantId) ?? '')) newest.set(tenantId, alertId);
  }
  const ttl = toEpochSeconds(now) + REMEMBERED_SECONDS;
  await runInLanes([...newest], WRITES_AT_ONCE, ([tenantId, alertId]) =>
    updateIf(table, newestSentKey(tenantId), {
      update: expression`SET #alert_id = ${alertId}, #ttl = ${ttl}`,
      condition: anyOf(expression`attribute_not_exists(#alert_id)`, expression`#alert_id < ${alertId}`),
    }),
  );
}

/**
 * How many connections of a tenant are closed at once because they missed changes. Clients send a ping every 20 seconds: if
 * thousands of them connected again within that time, the storm that made the fan-out late would grow.
 */
const CLOSED_AT_ONCE = 100;

interface DeliveryState {
  /**
   * Whether the connection must be closed, because it may have missed changes since it was opened. Of more than 100 such
   * connections of a tenant, a ping closes only a share; the others follow at later pings.
   */
  readonly mustListAgain: boolean;
  /**
   * How many seconds the tenant's newest alert has been waiting for the fan-out; 0 if it was sent, or raised before the
   * connection was opened, because the client has listed it.
   */
  readonly secondsLate: number;
}

const missedSchema = z.object({ at: z.string(), connections: z.optional(z.int()) });
const sentSchema = z.object({ alert_id: z.string() });

/**
 * Reads what a connection that sends a ping must know, for one read unit. The reads are eventually consistent: what is wrong
 * for a second is right at the next ping. `random` returns a number from 0 to 1.
 */
export async function readDeliveryState(
  table: Table,
  { tenantId, connectedAt }: Pick<Connection, 'tenantId' | 'connectedAt'>,
  now: Date,
  random: () => number,
): Promise<DeliveryState> {
  const [missedKey, sentKey] = [missedChangesKey(tenantId), newestSentKey(tenantId)];
  const [records, [newest]] = await Promise.all([
    query(
      table,
      expression`pk = ${livePartition(tenantId)} AND sk BETWEEN ${missedKey.sk} AND ${sentKey.sk}`,
    ),
    query(table, inPartition(tenantPartition(tenantId), ALERTS.prefix()), { isNewestOnly: true }),
  ]);
  const missed = missedSchema.safeParse(records.find(({ sk }) => sk === missedKey.sk)).data;
  const sent = sentSchema.safeParse(records.find(({ sk }) => sk === sentKey.sk)).data;
  const alertId = String(newest?.['sk'] ?? '').slice(ALERTS.prefix().length);
  const raisedAt = timeOfId(alertId);
  const isWaiting = raisedAt > connectedAt && alertId > (sent?.alert_id ?? '');
  const hasMissed = missed !== undefined && missed.at >= formatTimestamp(connectedAt);
  return {
    mustListAgain: hasMissed && random() * (missed.connections ?? 1) < CLOSED_AT_ONCE,
    secondsLate: isWaiting ? Math.max(0, Math.floor((now.getTime() - raisedAt.getTime()) / 1_000)) : 0,
  };
}

async function query(
  table: Table,
  key: Expression,
  { isNewestOnly = false } = {},
): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...expressionInput({ key }),
      ...(isNewestOnly ? { ScanIndexForward: false, Limit: 1 } : {}),
    }),
  );
  return Items;
}
