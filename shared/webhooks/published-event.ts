import { ALERTS, type Alert } from '../alerts/alert.ts';
import { ALERT_EVENTS, ON_TEST } from '../alerts/alert-event.ts';
import { DEVICE_EVENTS } from '../devices/device-event.ts';
import type { ItemKey } from '../table/keys.ts';
import { tenantIdOf } from '../table/keys.ts';
import { TEST_EVENTS } from '../tests/test-event.ts';
import { type EventName, eventNameOf } from './event-types.ts';

type Item = Readonly<Record<string, unknown>>;

export interface PublishedEvent {
  readonly event: EventName;
  readonly entryId: string;
  readonly tenantId: string;
  /** The id of the alert, device or test. */
  readonly subjectId: string;
  readonly siteId: string;
  readonly at: string;
  /** The body of the request to the webhook, as JSON. */
  readonly body: string;
  /** The current alert; absent if the event is about a device or test. */
  readonly alert?: Pick<Alert, 'type' | 'severity' | 'escalation_level' | 'test_id'>;
}

/** The key of the alert of a history entry. No item has this key if the entry belongs to a device. */
export function keyOfSubject(entry: ItemKey): ItemKey {
  const [, subjectId = ''] = entry.sk.split('#');
  return ALERTS.key(tenantIdOf(entry), subjectId);
}

/**
 * The event that a history entry publishes, with its alert as it is now; `undefined` if it publishes none. Throws if this
 * release cannot read the entry.
 */
export function publishedEvent(entry: Item, alertItem: Item | undefined): PublishedEvent | undefined {
  if (isTestEntry(String(entry['sk']))) return testEvent(entry);
  return belongsToDevice(entry) ? deviceEvent(entry) : alertEvent(entry, alertItem);
}

/** Whether the sort key is that of an entry of a test. */
export const isTestEntry = (sk: string) => sk.startsWith(TEST_EVENTS.prefix());

function belongsToDevice(entry: Item): boolean {
  const { data } = entry;
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'device';
}

function deviceEvent(entry: Item): PublishedEvent | undefined {
  const { id, device_id, device_name, device_type, tenant_id, site_id, zone_id, action, actor, ...rest } =
    DEVICE_EVENTS.entityOf(entry);
  const { last_seen_at, at } = rest;
  const event = eventNameOf('device', action);
  if (!event) return undefined;
  const device = {
    id: device_id,
    tenant_id,
    site_id,
    zone_id,
    name: device_name,
    type: device_type,
    status: action,
    last_seen_at,
  };
  const data = { event: { id, action, actor, at }, device };
  const place = { tenantId: tenant_id, subjectId: device_id, siteId: site_id };
  return { event, entryId: id, ...place, at, body: eventBody(event, at, data) };
}

function testEvent(entry: Item): PublishedEvent | undefined {
  const { id, action, actor, at, tenant_id, site_id, test_id, test } = TEST_EVENTS.entityOf(entry);
  const event = eventNameOf('test', action);
  const data = { event: { id, action, actor, at }, test };
  const place = { tenantId: tenant_id, subjectId: test_id, siteId: site_id };
  return event && { event, entryId: id, ...place, at, body: eventBody(event, at, data) };
}

function alertEvent(entry: Item, alertItem: Item | undefined): PublishedEvent | undefined {
  const { id, action, actor, note, at } = ALERT_EVENTS.entityOf(entry);
  // Only the resolve of a test alert is published: receivers of `alert.raised` send people.
  const event = entry[ON_TEST] === true ? undefined : eventNameOf('alert', action);
  // An entry without an alert is left over from raising an alert while its tenant was deleted.
  if (!event || !alertItem) return undefined;
  const alert = ALERTS.read(alertItem).entity;
  const data = { event: { id, action, actor, note, at }, alert };
  const place = { tenantId: alert.tenant_id, subjectId: alert.id, siteId: alert.site_id };
  return { event, entryId: id, ...place, at, body: eventBody(event, at, data), alert };
}

/** The body of an event (Standard Webhooks, "Payload structure"). */
export function eventBody(type: string, timestamp: string, data: object): string {
  return JSON.stringify({ type, timestamp, data });
}
