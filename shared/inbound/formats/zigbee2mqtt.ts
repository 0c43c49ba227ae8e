import { fieldsOf, firstText, type InboundMessage, isFields, textIn } from '../message.ts';
import { isProperty, readProperties } from '../sensor-properties.ts';
import { type Format, HEARTBEAT, type Reading } from '../signal.ts';
import { readEpoch, readTime } from '../times.ts';

/**
 * Zigbee2MQTT: the state of a device at `<base>/<friendly name>`, its availability, and the state of the bridge.
 *
 * Source: Koenkk/zigbee2mqtt.io, "MQTT topics and messages" (2.x); issues Koenkk/zigbee2mqtt #7837, #4225, #3496; npm
 * zigbee-herdsman-converters 26.112.0.
 *
 * The whole state is repeated with each report, so a property raises or restores only when its value changes. `contact: false`
 * means open. `action: emergency` is an instant without an end. An unreachable device is a trouble.
 */
export const zigbee2mqtt: Format = {
  read: (message) => readBridge(message) ?? readAvailability(message) ?? readState(message),
};

function readBridge({ topic, text, json }: InboundMessage): Reading | undefined {
  if (!topic?.includes('/bridge/')) return undefined;
  if (!topic.endsWith('/bridge/state')) return HEARTBEAT;
  const state = firstText(fieldsOf(json)['state'], text) ?? '';
  const isOver = state.toLowerCase() === 'online';
  return {
    signals: [
      {
        thing: topic,
        state,
        kind: 'trouble',
        isOver,
        type: 'communication-trouble',
        message: `Zigbee2MQTT is ${state}`,
      },
    ],
    isSignOfLife: isOver,
  };
}

function readAvailability({ topic, text, json }: InboundMessage): Reading | undefined {
  if (!topic?.endsWith('/availability')) return undefined;
  const state = firstText(fieldsOf(json)['state'], text) ?? '';
  const name = nameOf(topic.slice(0, -'/availability'.length));
  return {
    signals: [
      {
        thing: topic,
        state,
        kind: 'trouble',
        isOver: state.toLowerCase() === 'online',
        type: 'sensor-lost',
        message: `${name} is ${state}`,
      },
    ],
  };
}

/** The friendly name in a topic: everything after the base topic. */
const nameOf = (topic: string): string => topic.replace(/^[^/]+\//, '');

function readState(message: InboundMessage): Reading | undefined {
  const { topic = '' } = message;
  if (/\/(?:set|get)(?:\/|$)/.test(topic)) return { signals: [], note: 'nothing_new', isSignOfLife: false };
  const { thing, state } = unfold(message);
  const { last_seen, device } = fieldsOf(state);
  const named = fieldsOf(device);
  const name = firstText(named['friendlyName'], named['friendly_name']) ?? nameOf(thing);
  const signals = readProperties(
    thing || textIn(named['ieeeAddr']) || '',
    name || 'Zigbee device',
    state,
    typeof last_seen === 'number' ? readEpoch(last_seen) : readTime(last_seen),
  );
  return signals && { signals, ...(signals.length === 0 ? { note: 'heartbeat' as const } : {}) };
}

/** The thing and its properties. In the output `attribute`, each property has a topic of its own, and its value as text. */
function unfold({ topic = '', json, text }: InboundMessage): { thing: string; state: unknown } {
  const slash = topic.lastIndexOf('/');
  const property = topic.slice(slash + 1);
  if (isFields(json) || slash < 0 || !isProperty(property)) return { thing: topic, state: json };
  return { thing: topic.slice(0, slash), state: { [property]: json ?? text.trim() } };
}
