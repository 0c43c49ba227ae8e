import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { MOST_EVENTS, type SealContext, sealEvents } from './seal-events.ts';
import { UNSEALED_SHARDS, type UnsealedEvent, unsealedPartition, unsealedSchema } from './unsealed.ts';

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
