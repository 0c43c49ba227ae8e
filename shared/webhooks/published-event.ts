import { ALERTS, type Alert } from '../alerts/alert.ts';
import { ALERT_EVENTS, type AlertEvent, ON_TEST, storedAction } from '../alerts/alert-event.ts';
import { ENTRY_CHANGES, newEntriesOf, type StreamRecord } from '../alerts/logged-changes.ts';
import { loggedEntry } from '../alerts/logged-entries.ts';
import { DEVICE_EVENTS } from '../devices/device-event.ts';
import { OPENINGS } from '../openings/opening.ts';
import { type ItemKey, tenantIdOf } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { TEST_EVENTS } from '../test-mode/test-event.ts';
import { type EventName, eventNameOf, OUTBOX_PREFIXES } from './event-types.ts';
import { type OnUnreadable, readable } from './webhook.ts';

type Item = Readonly<Record<string, unknown>>;

export interface PublishedEvent {
  readonly event: EventName;
  readonly entryId: string;
  readonly tenantId: string;
  /** The id of the alert, device, test or site. */
  readonly subjectId: string;
  readonly siteId: string;
  readonly at: string;
  /** The body of the request to the webhook, as JSON. */
  readonly body: string;
  /** The current state of the alert; absent if the event is about anything else. */
  readonly alert?: Pick<Alert, 'type' | 'reported_type' | 'severity' | 'escalation_level' | 'test_id'>;
  /** The fields of the report behind the event; present only if a report caused it. */
  readonly report?: Pick<AlertEvent, 'type' | 'severity' | 'former_severity' | 'acknowledged_by'>;
}

/** The key of the alert to which a history entry belongs. If the entry belongs to a device, no item has this key. */
function keyOfSubject(entry: ItemKey): ItemKey {
  const [, subjectId = ''] = entry.sk.split('#');
  return ALERTS.key(tenantIdOf(entry), subjectId);
}

/** The id of a history entry, by its key. */
export const entryIdOf = ({ sk }: ItemKey) => sk.slice(sk.lastIndexOf('#') + 1);

/**
 * Makes the event that a history entry publishes, with the current state of its alert; `undefined` if the entry publishes
 * none. Throws if this release cannot read the entry.
 */
export function publishedEvent(entry: Item, alertItem: Item | undefined): PublishedEvent | undefined {
  if (String(entry['sk']).startsWith(TEST_EVENTS.prefix())) return testEvent(entry);
  if (String(entry['sk']).startsWith(OPENINGS.prefix())) return openingEvent(entry);
  return belongsToDevice(entry) ? deviceEvent(entry) : alertEvent(entry, alertItem);
}

function belongsToDevice(entry: Item): boolean {
  const { data } = entry;
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'device';
}

function deviceEvent(entry: Item): PublishedEvent | undefined {
  const {
    kind: _,
    device_id,
    device_name,
    device_type,
    tenant_id,
    site_id,
    zone_id,
    last_seen_at,
    ...event
  } = DEVICE_EVENTS.entityOf(entry);
  const device = {
    id: device_id,
    tenant_id,
    site_id,
    zone_id,
    name: device_name,
    type: device_type,
    status: event.action,
    last_seen_at,
  };
  return eventOf('device', event, device);
}

function testEvent(entry: Item): PublishedEvent | undefined {
  const { tenant_id: _, site_id: __, test_id: ___, test, ...event } = TEST_EVENTS.entityOf(entry);
  return eventOf('test', event, test);
}

function openingEvent(entry: Item): PublishedEvent | undefined {
  const { tenant_id, site_id: id, ...event } = OPENINGS.entityOf(entry);
  return eventOf('site', event, { id, tenant_id, site_id: id });
}

function alertEvent(entry: Item, alertItem: Item | undefined): PublishedEvent | undefined {
  const { alert_id: _, tenant_id: __, ...event } = ALERT_EVENTS.entityOf(entry);
  // Of a test alert, only the resolve is published, because receivers of `alert.raised` send people.
  const isPublished = entry[ON_TEST] !== true && eventNameOf('alert', event.action) !== undefined;
  // A history entry without its alert is left over from an alert that was raised while its tenant was deleted.
  if (!isPublished || !alertItem) return undefined;
  const alert = ALERTS.read(alertItem).entity;
  const published = eventOf('alert', event, alert);
  const { type, severity, former_severity, acknowledged_by } = event;
  return published && { ...published, alert, report: { type, severity, former_severity, acknowledged_by } };
}

/**
 * Makes the part of an event that comes from the history entry. The data contain every field of `event`, so receivers get new
 * fields without a change here.
 */
function eventOf(
  payload: 'alert' | 'device' | 'test' | 'site',
  event: { readonly id: string; readonly action: string; readonly at: string },
  subject: { readonly id: string; readonly tenant_id: string; readonly site_id: string },
): PublishedEvent | undefined {
  const name = eventNameOf(payload, event.action);
  if (!name) return undefined;
  const place = { tenantId: subject.tenant_id, subjectId: subject.id, siteId: subject.site_id };
  const body = eventBody(name, event.at, { event, [payload]: subject });
  return { event: name, entryId: event.id, ...place, at: event.at, body };
}

/** Makes the body of an event (Standard Webhooks, "Payload structure"). */
export function eventBody(type: string, timestamp: string, data: object): string {
  return JSON.stringify({ type, timestamp, data });
}

/** The key of a history entry. */
export interface EntryKey extends ItemKey {
  /** Whether the entry is in the log of its alert: no item has this key. */
  readonly isLogged?: boolean;
}

/** The key of a new history entry. A reminder is for a person even if the tenant has no rule. */
export interface NewEntry extends EntryKey {
  readonly isReminder?: true;
}

/** Which changes have history entries that publish events: the prefixes of their sort keys, by the name of the stream event. */
export const OUTBOX_CHANGES = {
  ...ENTRY_CHANGES,
  INSERT: [...new Set([...OUTBOX_PREFIXES, ...ENTRY_CHANGES.INSERT])],
};

/** Takes the keys of the history entries from a batch of the table's stream. */
export function entriesOf(records: readonly StreamRecord[]): NewEntry[] {
  return records.flatMap((record): NewEntry[] => {
    const ofAlert = newEntriesOf(record).map(({ key, image, isLogged }) => {
      const { action, later_action } = image?.['data']?.M ?? {};
      const done = storedAction({ action: action?.S, later_action: later_action?.S });
      return {
        ...key,
        ...(isLogged ? { isLogged } : {}),
        ...(done === 'reminded' ? ({ isReminder: true } as const) : {}),
      };
    });
    const { pk, sk } = record.dynamodb?.Keys ?? {};
    if (ofAlert.length > 0 || !pk?.S || !sk?.S) return ofAlert;
    const key = { pk: pk.S, sk: sk.S };
    return OUTBOX_PREFIXES.some((prefix) => key.sk.startsWith(prefix)) ? [key] : [];
  });
}

/** Reads the events that history entries publish, with the current state of their alerts. */
export async function readEvents(
  table: Table,
  entries: readonly EntryKey[],
  onUnreadable: OnUnreadable,
): Promise<PublishedEvent[]> {
  const keys = entries.map((entry) => (entry.isLogged ? keyOfSubject(entry) : entry));
  const items = await batchGet(table, [...keys, ...entries.map(keyOfSubject)]);
  return entries.flatMap((key, place) => {
    const [own, alert] = [items[place], items[entries.length + place]];
    // An entry that is missing was removed by its writer, who undid the change.
    const event = readable(
      key,
      () => {
        const entry = key.isLogged ? loggedEntry(alert, entryIdOf(key)) : own;
        return entry && publishedEvent(entry, alert);
      },
      onUnreadable,
    );
    return event ? [event] : [];
  });
}
