import { ALERT_EVENT_TEXTS } from '../alerts/alert-event.ts';
import { DEVICE_EVENT_TEXTS } from '../devices/device-event.ts';
import { TEST_EVENT_TEXTS } from '../tests/test-event.ts';

/** The event types of an entity: an entry of `action` publishes the event, with the entity as `payload` in its data. */
function typesOf<P extends string, T extends object>(payload: P, texts: T) {
  const types = [];
  for (const action in texts) {
    types.push({ name: `${payload}.${action}` as const, payload, action, text: texts[action] });
  }
  return types;
}

/**
 * The events that webhooks can subscribe to. The schema, the OpenAPI document, publishing, the tests, the console and the
 * table of docs/webhooks.md read this list.
 */
export const EVENT_TYPES = [
  ...typesOf('alert', ALERT_EVENT_TEXTS),
  ...typesOf('device', DEVICE_EVENT_TEXTS),
  ...typesOf('test', TEST_EVENT_TEXTS),
];

type EventType = (typeof EVENT_TYPES)[number];

export const EVENT_NAMES = EVENT_TYPES.map(({ name }) => name);

export type EventName = EventType['name'];

/** `undefined` if a history entry of this action publishes no event. */
export function eventNameOf(payload: EventType['payload'], action: string): EventName | undefined {
  return EVENT_TYPES.find((it) => it.payload === payload && it.action === action)?.name;
}
