import { ALERT_EVENT_TEXTS, ALERT_EVENTS } from '../alerts/alert-event.ts';
import { DEVICE_EVENT_TEXTS, DEVICE_EVENTS } from '../devices/device-event.ts';
import { OPENING_EVENT_TEXTS, OPENINGS } from '../openings/opening.ts';
import { TEST_EVENT_TEXTS, TEST_EVENTS } from '../test-mode/test-event.ts';

/**
 * The event types of one kind of entity. A history entry with the action `action` publishes the event, with the entity in the
 * field `payload` of its data.
 */
function typesOf<P extends string, T extends object>(payload: P, texts: T) {
  const types = [];
  for (const action in texts) {
    types.push({ name: `${payload}.${action}` as const, payload, action, text: texts[action] });
  }
  return types;
}

/**
 * The events to which webhooks can subscribe. The schema, the OpenAPI document, publishing, the tests, the console and the
 * table of docs/webhooks.md all use this list.
 */
export const EVENT_TYPES = [
  ...typesOf('alert', ALERT_EVENT_TEXTS),
  ...typesOf('device', DEVICE_EVENT_TEXTS),
  ...typesOf('test', TEST_EVENT_TEXTS),
  ...typesOf('site', OPENING_EVENT_TEXTS),
];

type EventType = (typeof EVENT_TYPES)[number];

export const EVENT_NAMES = EVENT_TYPES.map(({ name }) => name);

export type EventName = EventType['name'];

/** The kinds of history entries from which events are published. */
export const OUTBOX_KINDS = [ALERT_EVENTS, DEVICE_EVENTS, TEST_EVENTS, OPENINGS] as const;

/** The prefixes of the sort keys of these kinds. Alerts and devices have the same one. */
export const OUTBOX_PREFIXES = [...new Set(OUTBOX_KINDS.map((kind) => kind.prefix()))];

/** The event that a history entry with this action publishes; `undefined` if it publishes none. */
export function eventNameOf(payload: EventType['payload'], action: string): EventName | undefined {
  return EVENT_TYPES.find((it) => it.payload === payload && it.action === action)?.name;
}
