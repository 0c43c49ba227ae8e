import { fieldsOf, firstText, isFields, listOf, textIn } from '../message.ts';
import { readProperties } from '../sensor-properties.ts';
import { type Format, HEARTBEAT, type Reading } from '../signal.ts';
import { readTime } from '../times.ts';

/**
 * The Things Stack (The Things Network), its webhooks and its MQTT topics.
 *
 * Source: The Things Stack documentation, "Data Formats", "Creating Webhooks", "Webhook Retries" (3.34).
 *
 * The decoded payload of an uplink has the properties of a sensor, by the names that its formatter gives: one raises or restores
 * when its value changes. Empty fields are left out of the envelope. An uplink without a payload, a join and a location are signs
 * of life; messages about downlinks are none. A payload that no formatter has decoded is not understood.
 */
export const theThingsStack: Format = {
  read: ({ json }) => read(fieldsOf(json)),
};

type Fields = Readonly<Record<string, unknown>>;

function read(message: Fields): Reading | undefined {
  const ids = fieldsOf(message['end_device_ids']);
  const thing = firstText(ids['dev_eui'], ids['device_id']);
  if (thing === undefined) return undefined;
  const names = Object.keys(message);
  const uplink = message['uplink_message'];
  if (!isFields(uplink)) {
    const isAlive = names.some((name) => /^(?:join_accept|location_solved|uplink_normalized)$/.test(name));
    const normalized = fieldsOf(message['uplink_normalized'])['normalized_payload'];
    if (isFields(normalized))
      return properties(thing, ids, { decoded_payload: flatten(normalized) }, message);
    return isAlive ? HEARTBEAT : { signals: [], note: 'nothing_new', isSignOfLife: false };
  }
  if (uplink['decoded_payload'] === undefined && uplink['frm_payload'] === undefined) return HEARTBEAT;
  return properties(thing, ids, uplink, message);
}

function properties(thing: string, ids: Fields, uplink: Fields, message: Fields): Reading | undefined {
  const name = textIn(ids['device_id']) ?? thing;
  const payload = flatten(uplink['decoded_payload']);
  if (payload === undefined) return undefined;
  const times = [
    fieldsOf(listOf(uplink['rx_metadata'])[0])['time'],
    uplink['received_at'],
    message['received_at'],
  ];
  const at = times.map(readTime).find((it) => it !== undefined);
  // Payloads have names of their own; one without any known name is that of another sensor, such as a counter.
  const signals = readProperties(thing, name, payload, at, 'free') ?? [];
  return signals.length === 0 ? HEARTBEAT : { signals };
}

/** The fields of a payload with those of the objects in it, such as `{"door": {"state": "open"}}` and `{"data": {…}}`. */
function flatten(payload: unknown): Fields | undefined {
  if (!isFields(payload)) return undefined;
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]): (readonly [string, unknown])[] => {
      if (!isFields(value)) return [[name, value]];
      const { state, value: own, detected, ...others } = value;
      const whole = state ?? own ?? detected;
      return [
        ...(whole === undefined ? [] : [[name, whole] as const]),
        ...Object.entries(flatten(others) ?? {}),
      ];
    }),
  );
}
