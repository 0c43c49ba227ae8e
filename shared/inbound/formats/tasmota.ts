import { fieldsOf, type InboundMessage, isFields, textIn } from '../message.ts';
import { readProperties } from '../sensor-properties.ts';
import { type Format, HEARTBEAT, type Reading, type Signal } from '../signal.ts';
import { readTime } from '../times.ts';
import { truthOf } from '../words.ts';

/**
 * Tasmota: telemetry (`tele/<topic>/SENSOR`, `STATE`, `LWT`) and results (`stat/<topic>/RESULT`, `SWITCH1`).
 *
 * Source: Tasmota documentation, "MQTT", "JSON Status Responses", "Buttons and Switches" (14.x); `SetOption19`, `StateText`.
 *
 * A switch that is on raises, and one that is off restores, when its state changes: telemetry repeats it every 300 seconds.
 * Relays (`POWER`) are outputs and raise nothing. A user may change the words of a state, so an unknown word counts as on. Times
 * have no zone: that of the site counts. `LWT Offline` is a trouble, which the broker reports.
 */
export const tasmota: Format = {
  read: (message) => {
    const { topic, json, text } = message;
    const device = deviceOf(topic);
    if (topic?.endsWith('/LWT')) return readWill(device, text.trim());
    const own = /\/(SWITCH\d+)$/i.exec(topic ?? '')?.[1];
    if (own !== undefined) return { signals: switchOf(device, nameOf(own), json ?? text) };
    if (/\/(?:POWER\d*|STATE|INFO\d?|UPTIME|RESULT_POWER)$/.test(topic ?? '')) return HEARTBEAT;
    if (isFields(json)) return readBody(device, message);
    // Its log and the progress of an update are text.
    return /(?:^|\/)stat\//.test(topic ?? '') ? HEARTBEAT : undefined;
  },
};

const nameOf = (name: string) => name.replace(/^switch/i, 'Switch');

/** The device in a topic: `tasmota_100007` of `tele/tasmota_100007/SENSOR` and of `tasmota_100007/tele/SENSOR`. */
const deviceOf = (topic = ''): string =>
  topic.split('/').find((part) => !['tele', 'stat', 'cmnd', ''].includes(part)) ?? 'tasmota';

function readWill(device: string, word: string): Reading {
  const isOver = word.toLowerCase() === 'online';
  return {
    signals: [
      {
        thing: device,
        part: 'LWT',
        state: word,
        kind: 'trouble',
        isOver,
        type: 'communication-trouble',
        message: `${device} is ${word}`,
      },
    ],
    isSignOfLife: isOver,
  };
}

function readBody(device: string, { json, topic }: InboundMessage): Reading | undefined {
  // The answer to a status command has the telemetry inside, and a Zigbee bridge its devices.
  const { StatusSNS = json, ZbReceived } = fieldsOf(json);
  const { Time, ...values } = fieldsOf(StatusSNS);
  if (isFields(ZbReceived)) return readZigbee(device, ZbReceived);
  const at = readTime(Time);
  const names = Object.keys(values);
  const isTasmota =
    topic !== undefined ||
    Time !== undefined ||
    names.some((name) => /^(?:switch|power|button)\d*$/i.test(name));
  if (!isTasmota) return undefined;
  const signals = names.flatMap((name): readonly Signal[] => {
    const value = values[name];
    if (/^switch\d+$/i.test(name)) return switchOf(device, nameOf(name), value, at);
    // A sensor that Tasmota bridges: its name, and its properties.
    return isFields(value) && !/^(?:button|power|wifi)/i.test(name)
      ? (readProperties(`${device} ${name}`, `${device} ${name}`, value, at) ?? [])
      : [];
  });
  return signals.length === 0 ? HEARTBEAT : { signals };
}

/** Sensors of Tasmota's Zigbee bridge. Its `Contact` is 1 when it is open. */
function readZigbee(bridge: string, received: Readonly<Record<string, unknown>>): Reading {
  const signals = Object.entries(received).flatMap(([address, sensor]) => {
    const { Contact: door, Name: named, ...properties } = fieldsOf(sensor);
    const name = textIn(named) ?? address;
    const values = door === undefined ? properties : { ...properties, door };
    return readProperties(`${bridge} ${address}`, name, values) ?? [];
  });
  return signals.length === 0 ? HEARTBEAT : { signals };
}

function switchOf(device: string, name: string, value: unknown, at?: Signal['occurredAt']): Signal[] {
  const { Action: action, STATE: state } = fieldsOf(value);
  const word = textIn(action ?? state ?? value);
  const truth = truthOf(word);
  if (word === undefined || truth === undefined) return [];
  return [
    {
      thing: device,
      part: name,
      state: word,
      kind: 'alarm',
      isOver: truth === false,
      type: 'intrusion',
      isUntyped: true,
      message: `${device} ${name}: ${word}`,
      occurredAt: at,
    },
  ];
}
