import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { activeSubscribers, isSubscribed } from './active-subscribers.ts';
import { type DeliveryIdentity, deliveryId } from './delivery.ts';
import type { PublishedEvent } from './published-event.ts';
import { readEvents } from './read-events.ts';
import type { OnUnreadable } from './readable.ts';
import { WEBHOOKS, type Webhook } from './webhook.ts';

/** An event and a webhook that is subscribed to it. */
export interface NeededDelivery {
  readonly identity: DeliveryIdentity;
  readonly body: string;
  /** Whether the event is about a critical alert. */
  readonly isCritical: boolean;
  /** Whether no attempt of the webhook has succeeded lately. */
  readonly isFailing: boolean;
}

/**
 * The deliveries that history entries of one tenant need, whether or not they exist. The result for the same entries and
 * webhooks has the same ids.
 */
export async function findDeliveries(
  table: Table,
  partition: string,
  entries: readonly ItemKey[],
  onUnreadable: OnUnreadable,
): Promise<NeededDelivery[]> {
  const webhooks = await activeSubscribers(table, partition, WEBHOOKS, onUnreadable);
  if (webhooks.length === 0) return [];
  return neededDeliveries(webhooks, await readEvents(table, entries, onUnreadable));
}

/** The deliveries of events to the webhooks of their tenant. */
export function neededDeliveries(
  webhooks: readonly Webhook[],
  events: readonly PublishedEvent[],
): NeededDelivery[] {
  return events.flatMap((event) =>
    webhooks
      .filter((it) => isSubscribed(it, event))
      .map((it) => ({
        identity: identify(it, event),
        body: event.body,
        isCritical: event.alert?.severity === 'critical',
        isFailing: it.failing_since !== null,
      })),
  );
}

function identify({ id, tenant_id }: Webhook, { entryId, event, at }: PublishedEvent): DeliveryIdentity {
  return { id: deliveryId(id, entryId), webhook_id: id, tenant_id, event, created_at: at };
}
