import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { runInLanes } from '../base/run-in-lanes.ts';
import { formatTimestamp } from '../base/time.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { putItem } from '../table/writes.ts';
import { AUDIT_PREFIX, EVENT_PREFIX, hashEvent, SEAL_PREFIX, sealedEventSchema } from './seal.ts';

/**
 * How many partitions the unsealed events have. Each takes 1,000 writes a second. All events of a tenant are in the same one.
 */
export const UNSEALED_SHARDS = 4;

export const unsealedPartition = (shard: number) => `UNSEALED#${shard}`;

/** Chooses the partition by the last digit of the tenant's id, which is random. */
export const shardOfTenant = (tenantId: string) =>
  Number.parseInt(tenantId.slice(-1), 16) % UNSEALED_SHARDS || 0;

export const unsealedPrefix = (tenantId: string) => `${tenantId}#`;

export const unsealedKey = (tenantId: string, eventId: string): ItemKey => ({
  pk: unsealedPartition(shardOfTenant(tenantId)),
  sk: `${unsealedPrefix(tenantId)}${eventId}`,
});

/** An event that waits to be sealed, as the table's stream reported it. */
export const unsealedSchema = z.object({ ...sealedEventSchema.shape, tenant_id: z.string() });

export type UnsealedEvent = z.output<typeof unsealedSchema>;

/** What a batch of the table's stream contains about audit logs. */
export interface AuditChanges {
  readonly events: readonly UnsealedEvent[];
  /** Audit events and seals that were changed or deleted. Guard itself never does this. */
  readonly tampered: readonly ItemKey[];
}

type Image = Readonly<Record<string, AttributeValue>>;

export function readAuditChanges(records: readonly DynamoDBRecord[]): AuditChanges {
  const events: UnsealedEvent[] = [];
  const tampered: ItemKey[] = [];
  for (const { eventName, dynamodb, userIdentity } of records) {
    const key = { pk: dynamodb?.Keys?.['pk']?.S ?? '', sk: dynamodb?.Keys?.['sk']?.S ?? '' };
    const isEvent = key.sk.startsWith(EVENT_PREFIX);
    if (!key.pk.startsWith(AUDIT_PREFIX) || !(isEvent || key.sk.startsWith(SEAL_PREFIX))) continue;
    const [before, after] = [dataOf(dynamodb?.OldImage as Image), dataOf(dynamodb?.NewImage as Image)];
    if (eventName !== 'INSERT') {
      const isExpired = userIdentity?.principalId === TTL_PRINCIPAL;
      if (!isExpired && hashEvent(key, before) !== hashEvent(key, after)) tampered.push(key);
    } else if (isEvent) {
      events.push({
        tenant_id: key.pk.slice(AUDIT_PREFIX.length),
        id: key.sk.slice(EVENT_PREFIX.length),
        hash: hashEvent(key, after),
        // Lambda gives this time in seconds since the epoch.
        written_at: formatTimestamp(new Date((dynamodb?.ApproximateCreationDateTime ?? 0) * 1_000)),
        expires_at: Number(dynamodb?.NewImage?.[TTL_ATTRIBUTE]?.N ?? 0) || null,
      });
    }
  }
  return { events, tampered };
}

/** The identity under which DynamoDB deletes expired items (AWS, "DynamoDB Streams and Time to Live"). */
const TTL_PRINCIPAL = 'dynamodb.amazonaws.com';

const dataOf = (image: Image | undefined) => unmarshall({ ...image })['data'];

const WRITES_AT_A_TIME = 25;

/** Stores events until they are sealed. Safe to repeat, even after they are sealed. */
export async function storeUnsealed(table: Table, events: readonly UnsealedEvent[]): Promise<void> {
  await runInLanes(events, WRITES_AT_A_TIME, (event) =>
    putItem(table, { ...unsealedKey(event.tenant_id, event.id), data: event }),
  );
}
