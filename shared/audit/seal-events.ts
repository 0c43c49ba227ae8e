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

/** A transaction has 100 items: two seals, and these. */
const MOST_EVENTS = 98;

const SEALS_AT_A_TIME = 8;

/** The most that the clocks of DynamoDB and of functions differ. */
const CLOCKS_DIFFER_MILLISECONDS = 5 * 60_000;

interface SealContext {
  readonly now: Date;
  readonly key: SealKey;
  /** The copies of seals, if the stage keeps any. */
  readonly copies: SealCopies | undefined;
}

/**
 * Seals events of a tenant, at most `MOST_EVENTS`, and removes their records. Resolves to whether it did; `false` if another run
 * has sealed meanwhile. An event that has a seal gets no second one: its first record stays in the chain. Records wait for the
 * copy of their seal, so that the next run writes a copy that failed, and the wait is measured.
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
  // A run that ended after the seal has left no copy.
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

/** The last seal of a tenant never expires: the next one continues its chain. */
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

/** The seals from a time on, and the one before them, newest first. */
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
        // Usually no seal is from the last minutes, or a few.
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

/** The maximum that a run seals for a tenant; the next run, a minute later, seals the others. */
const MOST_EVENTS_OF_TENANT = 20 * MOST_EVENTS;

interface AllContext extends SealContext {
  /** Called with a tenant if its events could not be sealed; all others are still sealed. */
  readonly onFailure: (tenantId: string, error: unknown) => void;
}

const shards = Array.from({ length: UNSEALED_SHARDS }, (_, shard) => shard);

/** Seals the waiting events of every tenant. Resolves to when the oldest of them was written; `undefined` if none waited. */
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

/** The waiting events of each tenant in the order of their ids, which is about that of their writing. */
async function* byTenant(table: Table, shard: number): AsyncGenerator<readonly UnsealedEvent[]> {
  let events: UnsealedEvent[] = [];
  for await (const { data } of queryAll(table, unsealedPartition(shard))) {
    const { data: event } = unsealedSchema.safeParse(data);
    if (!event) continue; // of another release
    if (events[0] && events[0].tenant_id !== event.tenant_id) {
      yield events;
      events = [];
    }
    if (events.length < MOST_EVENTS_OF_TENANT) events.push(event);
  }
  if (events.length > 0) yield events;
}
