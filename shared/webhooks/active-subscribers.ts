import type { Entity, Kind, Stored } from '../table/kind.ts';
import { queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import type { PublishedEvent } from './published-event.ts';
import { type OnUnreadable, readable } from './webhook.ts';

interface Subscriber extends Entity {
  readonly status: string;
  readonly events: readonly string[];
  /** Null for the events of all sites. */
  readonly site_ids: readonly string[] | null;
  readonly created_at: string;
}

/** Reads the active subscribers of a kind in a tenant: its webhooks, or its notification rules. */
export async function activeSubscribers<T extends Subscriber, S extends Stored<T>>(
  table: Table,
  pk: string,
  kind: Kind<T, S>,
  onUnreadable: OnUnreadable,
): Promise<T[]> {
  const subscribers: T[] = [];
  for await (const item of queryAll(table, pk, kind.prefix())) {
    const key = { pk, sk: String(item['sk']) };
    const subscriber = readable(key, () => kind.entityOf(item), onUnreadable);
    if (subscriber) subscribers.push(subscriber);
  }
  return subscribers.filter(({ status }) => status === 'active');
}

/** Whether a subscriber receives an event, by the event's name, site and time. */
export function isSubscribed(
  { events, site_ids, created_at }: Subscriber,
  { event, siteId, at }: Pick<PublishedEvent, 'event' | 'siteId' | 'at'>,
): boolean {
  return events.includes(event) && (site_ids === null || site_ids.includes(siteId)) && at >= created_at;
}
