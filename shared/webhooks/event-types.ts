import type { AlertEventAction } from '../alerts/alert-event.ts';
import type { DeviceEventAction } from '../devices/device-event.ts';
import type { TestEventAction } from '../tests/test-event.ts';

type EventType = { readonly name: string; readonly text: string } & (
  | { readonly payload: 'alert'; readonly action: AlertEventAction }
  | { readonly payload: 'device'; readonly action: DeviceEventAction }
  | { readonly payload: 'test'; readonly action: TestEventAction }
);

/**
 * The events that webhooks can subscribe to. A history entry of `action` publishes the event; `payload` is the entity in its
 * data. The schema, the OpenAPI document, publishing, the tests and the table of docs/webhooks.md read this list.
 */
export const EVENT_TYPES = [
  { name: 'alert.raised', payload: 'alert', action: 'raised', text: 'An alert was raised.' },
  {
    name: 'alert.acknowledged',
    payload: 'alert',
    action: 'acknowledged',
    text: 'An alert was acknowledged.',
  },
  { name: 'alert.noted', payload: 'alert', action: 'noted', text: 'A note was added to an alert.' },
  {
    name: 'alert.escalated',
    payload: 'alert',
    action: 'escalated',
    text: 'An alert reached its next escalation step.',
  },
  { name: 'alert.resolved', payload: 'alert', action: 'resolved', text: 'An alert was resolved.' },
  { name: 'alert.reopened', payload: 'alert', action: 'reopened', text: 'A resolved alert was reopened.' },
  { name: 'device.online', payload: 'device', action: 'online', text: 'A device came online.' },
  { name: 'device.offline', payload: 'device', action: 'offline', text: 'A device missed its heartbeat.' },
  { name: 'test.started', payload: 'test', action: 'started', text: 'A site was put on test.' },
  { name: 'test.ending', payload: 'test', action: 'ending', text: 'A test ends in 10 minutes.' },
  { name: 'test.ended', payload: 'test', action: 'ended', text: 'A test ended.' },
] as const satisfies readonly EventType[];

export const EVENT_NAMES = EVENT_TYPES.map(({ name }) => name);

export type EventName = (typeof EVENT_NAMES)[number];

/** `undefined` if a history entry of this action publishes no event. */
export function eventNameOf(payload: EventType['payload'], action: string): EventName | undefined {
  return EVENT_TYPES.find((it) => it.payload === payload && it.action === action)?.name;
}
