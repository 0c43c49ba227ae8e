import { fieldsOf, firstText, type InboundMessage, listOf, textIn } from '../message.ts';
import { type Format, HEARTBEAT, LOST_END_SECONDS, type Reading, type Signal } from '../signal.ts';
import { readEpoch } from '../times.ts';
import { truthOf } from '../words.ts';

/**
 * Shelly: notifications of the second generation and later (`<id>/events/rpc`), webhooks with the event in the URL, and the
 * topics and action URLs of the first generation.
 *
 * Source: shelly-api-docs.shelly.cloud, "Notifications", "Webhook", "Smoke", "Flood", and "Gen1 Device API".
 *
 * `alarm: true` of `smoke:0` or `flood:0` raises, false restores. A status when the device wakes up repeats the state. A webhook
 * can only fill in its URL: `?event=smoke.alarm&device=…`, and is tried once, so that it is new again after ten minutes. A battery device that has just woken sends the seconds since its
 * start, which are no time.
 */
export const shelly: Format = {
  takesQuery: true,
  read: (message) =>
    readWebhook(message) ?? readRpc(message) ?? readFirstGeneration(message) ?? readTopics(message),
};

const ALARMS: Readonly<Record<string, readonly [type: string, text: string]>> = {
  smoke: ['fire', 'smoke'],
  flood: ['water-leak', 'water'],
  gas: ['gas', 'gas'],
  co: ['carbon-monoxide', 'carbon monoxide'],
  presence: ['motion', 'motion'],
  motion: ['motion', 'motion'],
  door: ['intrusion', 'opened'],
  window: ['intrusion', 'opened'],
  vibration: ['intrusion', 'vibration'],
  tamper: ['tamper', 'tampering'],
};

function signal(device: string, component: string, value: unknown, at?: Date): Signal[] {
  const [kind = ''] = component.split(':');
  const known = ALARMS[kind];
  const truth = truthOf(value);
  if (!known || truth === undefined) return [];
  const [type, text] = known;
  return [
    {
      thing: device,
      part: component,
      state: String(value),
      kind: 'alarm',
      isOver: truth === false,
      type,
      message: `${device}: ${text}`,
      occurredAt: at,
    },
  ];
}

/** Below this, a battery should be changed. */
const LOW_PERCENT = 10;

function readRpc({ json, topic }: Pick<InboundMessage, 'json' | 'topic'>): Reading | undefined {
  const { src, method, params } = fieldsOf(json);
  if (!/^Notify(?:Full)?Status$|^NotifyEvent$/.test(String(method))) return undefined;
  const device = firstText(src, topic?.split('/')[0]) ?? 'Shelly';
  const { ts, events, ...components } = fieldsOf(params);
  const at = readEpoch(ts);
  const signals = [
    ...Object.entries(components).flatMap(([component, status]): Signal[] => {
      const { alarm, state, motion, open, tamper, value, errors } = fieldsOf(status);
      if (/^(?:input|bthomesensor):/.test(component)) return wired(device, component, state ?? value, at);
      const battery = fieldsOf(fieldsOf(status)['battery'])['percent'];
      if (typeof battery === 'number') return [lowBattery(device, battery <= LOW_PERCENT)];
      const cable =
        errors === undefined
          ? []
          : cableOf(device, component, listOf(errors).includes('cable_unplugged'), at);
      return [...signal(device, component, alarm ?? motion ?? open ?? tamper ?? state, at), ...cable];
    }),
    ...listOf(events).flatMap((event) => {
      const { component, event: name, ts: own } = fieldsOf(event);
      return ofEvent(device, String(component ?? ''), String(name ?? ''), readEpoch(own) ?? at);
    }),
  ];
  return signals.length === 0 ? HEARTBEAT : { signals };
}

const lowBattery = (device: string, isLow: boolean): Signal => ({
  thing: device,
  part: 'battery',
  state: isLow ? 'low' : 'good',
  kind: 'trouble',
  isOver: !isLow,
  type: 'low-battery',
  message: `${device}: low battery`,
});

const cableOf = (device: string, component: string, isOut: boolean, at?: Date): Signal[] => [
  {
    thing: device,
    part: `${component} cable`,
    state: isOut ? 'unplugged' : 'plugged',
    kind: 'trouble',
    isOver: !isOut,
    type: 'sensor-trouble',
    message: `${device}: cable unplugged`,
    occurredAt: at,
  },
];

/** A contact at an input, or a sensor of Bluetooth, of which Shelly does not say what it is. A number is a measurement. */
function wired(device: string, component: string, value: unknown, at?: Date): Signal[] {
  if (typeof value !== 'boolean') return [];
  return [
    {
      thing: device,
      part: component,
      state: String(value),
      kind: 'alarm',
      isOver: !value,
      type: 'intrusion',
      isUntyped: true,
      message: `${device}: ${component} ${value ? 'on' : 'off'}`,
      occurredAt: at,
    },
  ];
}

/** The event of a component: `alarm`, `alarm_off`, `cable_unplugged`. A button is no alarm. */
function ofEvent(device: string, component: string, name: string, at?: Date): Signal[] {
  if (/^alarm(?:_on)?$|^open(?:ed)?$|^motion$|^detected$|^(?:presence_)?start$/.test(name))
    return signal(device, component, true, at);
  if (/^(?:alarm|motion)_(?:off|end)$|^clear(?:ed)?$|^close[d]?$|^(?:presence_)?end$/.test(name))
    return signal(device, component, false, at);
  if (component.startsWith('input') && /^toggle_(?:on|off)$|^toggle$/.test(name)) {
    return name === 'toggle' ? [] : wired(device, component, name === 'toggle_on', at);
  }
  if (/^cable_(?:un)?plugged(?:_in)?$/.test(name)) {
    return cableOf(device, component, name === 'cable_unplugged', at);
  }
  return [];
}

/** A device tries its requests once, so that the end of an alarm may be lost. */
const triedOnce = (signals: readonly Signal[]): Signal[] =>
  signals.map((it) => ({ ...it, lapsesAfterSeconds: LOST_END_SECONDS }));

function readWebhook({ json, topic, isOnlyQuery }: InboundMessage): Reading | undefined {
  const { event, device, id, cid, component: named } = fieldsOf(json);
  const [, component, name] = /^([a-z_]+)(?::\d+)?\.([a-z_]+)$/.exec(String(event ?? '').toLowerCase()) ?? [];
  if (component === undefined || name === undefined) return undefined;
  const whole = textIn(named) ?? `${component}:${textIn(cid) ?? '0'}`;
  const signals = ofEvent(firstText(device, id) ?? 'Shelly', whole, name);
  if (signals.length > 0) return { signals: topic === undefined ? triedOnce(signals) : signals };
  return isOnlyQuery || event !== undefined ? HEARTBEAT : undefined;
}

/** The other topics of the second generation: its will (`<id>/online`), and the status of a component (`<id>/status/smoke:0`). */
function readTopics({ topic, text, json }: InboundMessage): Reading | undefined {
  const [, src = '', path = ''] = /^(.+?)\/(online|status\/.+|debug\/.+)$/.exec(topic ?? '') ?? [];
  if (path === 'online') return readOnline(src, text.trim());
  const component = /^status\/(.+)$/.exec(path)?.[1];
  if (component === undefined)
    return /^shellies\/\w+$|^.+\/debug\//.test(topic ?? '') ? HEARTBEAT : undefined;
  return readRpc({ json: { src, method: 'NotifyStatus', params: { [component]: json } }, topic });
}

/** Topics `shellies/<device>/sensor/<property>`, and action URLs with `id` and the values as parameters. */
function readFirstGeneration({ topic, text, json, isOnlyQuery }: InboundMessage): Reading | undefined {
  const [, device, path] = /^shellies\/([^/]+)\/(.+)$/.exec(topic ?? '') ?? [];
  if (device !== undefined && path !== undefined) {
    const property = path.split('/').at(-1) ?? '';
    if (property === 'online') return readOnline(device, text.trim());
    const component = property === 'state' ? 'door:0' : `${property}:0`;
    const signals = path.includes('sensor/') ? signal(device, component, text.trim()) : [];
    return signals.length === 0 ? HEARTBEAT : { signals };
  }
  const { id, ...values } = fieldsOf(json);
  const own = textIn(id);
  if (!isOnlyQuery || own === undefined || !/^shelly/i.test(own)) return undefined;
  const signals = Object.entries(values).flatMap(([name, value]) => signal(own, `${name}:0`, value));
  return signals.length === 0 ? HEARTBEAT : { signals: triedOnce(signals) };
}

function readOnline(device: string, state: string): Reading {
  const isOver = state === 'true';
  return {
    signals: [
      {
        thing: device,
        part: 'online',
        state,
        kind: 'trouble',
        isOver,
        type: 'sensor-lost',
        message: `${device} is ${isOver ? 'online' : 'offline'}`,
      },
    ],
    isSignOfLife: isOver,
  };
}
