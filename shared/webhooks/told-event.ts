import { ALERTS } from '../alerts/alert.ts';
import { ALERT_EVENTS, type AlertEventAction } from '../alerts/alert-event.ts';
import { DEVICE_EVENTS } from '../devices/device-event.ts';
import type { ItemKey } from '../table/keys.ts';
import { tenantIdOf } from '../table/keys.ts';
import type { WEBHOOK_EVENTS } from './webhook.ts';

type Item = Readonly<Record<string, unknown>>;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What webhooks are told of an entry. */
export interface ToldEvent {
  readonly event: WebhookEvent;
  readonly entryId: string;
  readonly siteId: string;
  readonly at: string;
  /** What is sent, as JSON. */
  readonly body: string;
}

/** Webhooks are told of these; that an alert occurred once more is in the next thing that they are told of it. */
const EVENT_OF: Readonly<Record<AlertEventAction, WebhookEvent | undefined>> = {
  raised: 'alert.raised',
  reoccurred: undefined,
  acknowledged: 'alert.acknowledged',
  noted: 'alert.noted',
  escalated: 'alert.escalated',
  resolved: 'alert.resolved',
  reopened: 'alert.reopened',
};

/** The key of the alert that an entry is of, if it is of one: entries stand under what they tell of. */
export function keyOfSubject(entry: ItemKey): ItemKey {
  const [, subjectId = ''] = entry.sk.split('#');
  return ALERTS.key(tenantIdOf(entry), subjectId);
}

/**
 * What webhooks are told of an entry, with its alert as that is now; `undefined` of what they are not told. An entry that this
 * release cannot read is a fault.
 */
export function toldEvent(entry: Item, alertItem: Item | undefined): ToldEvent | undefined {
  return isOfDevice(entry) ? ofDevice(entry) : ofAlert(entry, alertItem);
}

function isOfDevice(entry: Item): boolean {
  const { data } = entry;
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'device';
}

function ofDevice(entry: Item): ToldEvent {
  const { id, device_id, device_name, device_type, tenant_id, site_id, zone_id, action, actor, ...rest } =
    DEVICE_EVENTS.entityOf(entry);
  const { last_seen_at, at } = rest;
  const event = `device.${action}` as const;
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
  return { event, entryId: id, siteId: site_id, at, body: bodyOf(event, at, data) };
}

function ofAlert(entry: Item, alertItem: Item | undefined): ToldEvent | undefined {
  const { id, action, actor, note, at } = ALERT_EVENTS.entityOf(entry);
  const event = EVENT_OF[action];
  // An alert that is gone was never raised: its tenant was being deleted.
  if (!event || !alertItem) return undefined;
  const alert = ALERTS.read(alertItem).entity;
  const data = { event: { id, action, actor, note, at }, alert };
  return { event, entryId: id, siteId: alert.site_id, at, body: bodyOf(event, at, data) };
}

/** The body of a message (Standard Webhooks, "Payload structure"). */
export function bodyOf(type: string, timestamp: string, data: object): string {
  return JSON.stringify({ type, timestamp, data });
}
