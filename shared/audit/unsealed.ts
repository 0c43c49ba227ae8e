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

/** The partitions of unsealed events: each takes 1,000 writes a second. All events of a tenant are in one. */
export const UNSEALED_SHARDS = 4;

export const unsealedPartition = (shard: number) => `UNSEALED#${shard}`;

/** The last digit of a tenant's id is random. */
export const shardOfTenant = (tenantId: string) =>
  Number.parseInt(tenantId.slice(-1), 16) % UNSEALED_SHARDS || 0;

export const unsealedPrefix = (tenantId: string) => `${tenantId}#`;

export const unsealedKey = (tenantId: string, eventId: string): ItemKey => ({
  pk: unsealedPartition(shardOfTenant(tenantId)),
  sk: `${unsealedPrefix(tenantId)}${eventId}`,
});

/** An event that waits for its seal, as the table's stream showed it. */
export const unsealedSchema = z.object({ ...sealedEventSchema.shape, tenant_id: z.string() });

export type UnsealedEvent = z.output<typeof unsealedSchema>;

/** The changes of audit logs in a batch of the table's stream. */
export interface AuditChanges {
  readonly events: readonly UnsealedEvent[];
  /** The changed or deleted events and seals. Nothing in Guard changes one. */
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
        // In seconds since the epoch in events of Lambda.
        written_at: formatTimestamp(new Date((dynamodb?.ApproximateCreationDateTime ?? 0) * 1_000)),
        expires_at: Number(dynamodb?.NewImage?.[TTL_ATTRIBUTE]?.N ?? 0) || null,
      });
    }
  }
  return { events, tampered };
}

/** The principal of deletions of expired items (AWS, "DynamoDB Streams and Time to Live"). */
const TTL_PRINCIPAL = 'dynamodb.amazonaws.com';

const dataOf = (image: Image | undefined) => unmarshall({ ...image })['data'];

const WRITES_AT_A_TIME = 25;

/** Stores events until their seal. Safe to repeat, also after the seal. */
export async function storeUnsealed(table: Table, events: readonly UnsealedEvent[]): Promise<void> {
  await runInLanes(events, WRITES_AT_A_TIME, (event) =>
    putItem(table, { ...unsealedKey(event.tenant_id, event.id), data: event }),
  );
}
