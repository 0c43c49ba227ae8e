import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { timeOfId } from '../base/ids.ts';
import { formatTimestamp } from '../base/time.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { ABSENT, attribute, expression, expressionInput } from '../table/expression.ts';
import { inPartition, queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { type TransactItem, transactWrite } from '../table/transaction.ts';
import {
  auditPartition,
  expiryOfSeal,
  hashSeal,
  SEAL_PREFIX,
  type Seal,
  type SealedEvent,
  type SealKey,
  sealKey,
  sealSchema,
} from './seal.ts';
import type { SealCopies } from './seal-copies.ts';
import {
  UNSEALED_SHARDS,
  type UnsealedEvent,
  unsealedKey,
  unsealedPartition,
  unsealedSchema,
} from './unsealed.ts';

/** How many events one seal covers at most: a transaction has 100 items, two of which are seals. */
const MOST_EVENTS = 98;

const SEALS_AT_A_TIME = 8;

/** By how much the clocks of DynamoDB and of functions may differ. */
const CLOCKS_DIFFER_MILLISECONDS = 5 * 60_000;

interface SealContext {
  readonly now: Date;
  readonly key: SealKey;
  /** Where copies of seals are kept, if the stage keeps any. */
  readonly copies: SealCopies | undefined;
}

/**
 * Seals at most `MOST_EVENTS` events of a tenant, and deletes the items by which they wait. Resolves to `false` if another
 * run has sealed events meanwhile. An event that is already sealed is not sealed again, so that what was recorded of it first
 * stays in the chain. Events wait until a copy of their seal is written, so that the next run repeats a failed copy, and the
 * delay is measured.
 */
async function sealEvents(
  table: Table,
  tenantId: string,
  waiting: readonly UnsealedEvent[],
  { now, key, copies }: SealContext,
): Promise<boolean> {
  const oldest = Math.min(...waiting.flatMap((it) => [Date.parse(it.written_at), timeOfId(it.id).getTime()]));
  const recent = await readSealsSince(table, tenantId, new Date(oldest - CLOCKS_DIFFER_MILLISECONDS));
  const sealed = new Set(recent.flatMap(({ events }) => events.map(({ id }) => id)));
  const [head] = recent;
  // An earlier run may have ended before it wrote the copy of this seal.
  if (head) await copies?.put(head);
  const events = waiting
    .filter(({ id }) => !sealed.has(id))
    .map(({ tenant_id: _, ...event }): SealedEvent => event)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const seal = events.length > 0 ? await nextSeal(tenantId, head, events, now, key) : undefined;
  const append = seal ? appendSeal(table, head, seal) : [];
  const remove = waiting.map(({ id }) => ({
    Delete: { TableName: table.name, Key: unsealedKey(tenantId, id) },
  }));
  if (!(seal && copies)) return !(await transactWrite(table, [...append, ...remove]));
  if (await transactWrite(table, append)) return false;
  await copies.put(seal);
  return !(await transactWrite(table, remove));
}

async function nextSeal(
  tenantId: string,
  head: Seal | undefined,
  events: readonly SealedEvent[],
  now: Date,
  key: SealKey,
): Promise<Seal> {
  const content = {
    tenant_id: tenantId,
    number: (head?.number ?? 0) + 1,
    at: formatTimestamp(now),
    previous_hash: head?.hash ?? '',
    previous_expires_at: head ? expiryOfSeal(head) : null,
    events: [...events],
  };
  const hashed = { ...content, hash: hashSeal(content) };
  return { ...hashed, signature: await key.sign(hashed) };
}

/**
 * Makes the writes that add a seal to the chain of a tenant. The last seal never expires, because the next one continues the
 * chain from it.
 */
function appendSeal(table: Table, head: Seal | undefined, seal: Seal): TransactItem[] {
  const TableName = table.name;
  const put = {
    Put: {
      TableName,
      Item: { ...sealKey(seal.tenant_id, seal.number), data: seal },
      ...expressionInput({ condition: ABSENT }),
    },
  };
  if (!head) return [put];
  const expires = seal.previous_expires_at;
  const condition = expression`#data.#hash = ${head.hash}`;
  const Key = sealKey(head.tenant_id, head.number);
  return [
    put,
    expires === null
      ? { ConditionCheck: { TableName, Key, ...expressionInput({ condition }) } }
      : {
          Update: {
            TableName,
            Key,
            ...expressionInput({
              update: expression`SET ${attribute(TTL_ATTRIBUTE)} = ${expires}`,
              condition,
            }),
          },
        },
  ];
}

/** Reads the seals since a time, and the one before them, newest first. */
async function readSealsSince(table: Table, tenantId: string, since: Date): Promise<Seal[]> {
  const seals: Seal[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...expressionInput({ key: inPartition(auditPartition(tenantId), SEAL_PREFIX) }),
        ScanIndexForward: false,
        ConsistentRead: true,
        // Usually there is no seal of the last minutes, or only a few.
        Limit: SEALS_AT_A_TIME,
        ExclusiveStartKey: startKey,
      }),
    );
    for (const { data } of Items) {
      const seal = sealSchema.parse(data);
      seals.push(seal);
      if (new Date(seal.at) < since) return seals;
    }
    startKey = LastEvaluatedKey;
  } while (startKey);
  return seals;
}

/** How many events one run seals for a tenant at most. The next run, a minute later, seals the rest. */
const MOST_EVENTS_OF_TENANT = 20 * MOST_EVENTS;

interface AllContext extends SealContext {
  /** Called for a tenant whose events could not be sealed. Those of all other tenants are still sealed. */
  readonly onFailure: (tenantId: string, error: unknown) => void;
}

const shards = Array.from({ length: UNSEALED_SHARDS }, (_, shard) => shard);

/**
 * Seals the waiting events of every tenant. Resolves to the time at which the oldest of them was written; `undefined` if none
 * waited.
 */
export async function sealAll(table: Table, context: AllContext): Promise<Date | undefined> {
  const oldest = await Promise.all(shards.map((shard) => sealShard(table, shard, context)));
  const times = oldest.filter((it) => it !== undefined);
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}

async function sealShard(table: Table, shard: number, context: AllContext): Promise<number | undefined> {
  let oldest: number | undefined;
  for await (const events of byTenant(table, shard)) {
    oldest = Math.min(oldest ?? Number.POSITIVE_INFINITY, ...events.map((it) => Date.parse(it.written_at)));
    const [{ tenant_id } = { tenant_id: '' }] = events;
    try {
      for (let begin = 0; begin < events.length; begin += MOST_EVENTS) {
        const isSealed = await sealEvents(
          table,
          tenant_id,
          events.slice(begin, begin + MOST_EVENTS),
          context,
        );
        if (!isSealed) break;
      }
    } catch (error) {
      context.onFailure(tenant_id, error);
    }
  }
  return oldest;
}

/** The waiting events by tenant, in the order of their ids, which is nearly that in which they were written. */
async function* byTenant(table: Table, shard: number): AsyncGenerator<readonly UnsealedEvent[]> {
  let events: UnsealedEvent[] = [];
  for await (const { data } of queryAll(table, unsealedPartition(shard))) {
    const { data: event } = unsealedSchema.safeParse(data);
    if (!event) continue; // only another release can read it
    if (events[0] && events[0].tenant_id !== event.tenant_id) {
      yield events;
      events = [];
    }
    if (events.length < MOST_EVENTS_OF_TENANT) events.push(event);
  }
  if (events.length > 0) yield events;
}
