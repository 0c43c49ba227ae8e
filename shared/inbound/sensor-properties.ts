import { fieldsOf } from './message.ts';
import type { Signal } from './signal.ts';
import { alarmTypeOf, truthOf } from './words.ts';

interface Property {
  readonly names: readonly string[];
  readonly type: string;
  readonly kind: 'alarm' | 'trouble';
  readonly text: string;
  /** The value that means an alarm. Of a contact it is false: the two parts do not touch. */
  readonly alarmsAt?: false;
  /** Whether it is an instant without an end, such as a button. */
  readonly isInstant?: true;
}

/**
 * What the properties of sensors mean, by their names in Zigbee2MQTT and in the payload formatters of LoRaWAN sensors. Names are
 * in lower case, with one underscore between words. Source: npm zigbee-herdsman-converters 26.112.0 (exposes).
 */
const PROPERTIES: readonly Property[] = [
  {
    names: [
      'smoke',
      'smoke_alarm',
      'smoke_detected',
      'smoke_state',
      'smoke_alarm_state',
      'smoke_status',
      'fire',
      'fire_alarm',
    ],
    type: 'fire',
    kind: 'alarm',
    text: 'smoke',
  },
  { names: ['gas', 'gas_alarm', 'gas_leak', 'gas_detected'], type: 'gas', kind: 'alarm', text: 'gas' },
  {
    names: ['carbon_monoxide', 'co_alarm', 'carbon_monoxide_alarm', 'co_detected'],
    type: 'carbon-monoxide',
    kind: 'alarm',
    text: 'carbon monoxide',
  },
  {
    names: [
      'water_leak',
      'waterleak',
      'water_leakage',
      'water_leak_status',
      'leak',
      'leakage',
      'leak_detected',
      'leak_status',
      'leakage_status',
      'flood',
      'water',
      'moisture',
      'water_detected',
      'wet',
    ],
    type: 'water-leak',
    kind: 'alarm',
    text: 'water',
  },
  {
    names: ['tamper', 'tampered', 'tamper_alarm', 'tamper_status', 'tamper_detected'],
    type: 'tamper',
    kind: 'alarm',
    text: 'tampering',
  },
  {
    names: ['sos', 'panic', 'emergency', 'panic_button', 'sos_button', 'emergency_button'],
    type: 'panic',
    kind: 'alarm',
    text: 'emergency button',
    isInstant: true,
  },
  { names: ['contact'], type: 'intrusion', kind: 'alarm', text: 'opened', alarmsAt: false },
  {
    names: [
      'door',
      'door_open',
      'door_state',
      'door_status',
      'door_open_status',
      'window',
      'window_open',
      'open',
      'opened',
      'opening',
      'magnet_status',
      'contact_state',
      'reed',
    ],
    type: 'intrusion',
    kind: 'alarm',
    text: 'opened',
  },
  {
    names: ['occupancy', 'presence', 'motion', 'motion_detected', 'pir', 'pir_status', 'motion_state'],
    type: 'motion',
    kind: 'alarm',
    text: 'motion',
  },
  {
    names: ['vibration', 'glass_break', 'tilt', 'shock'],
    type: 'intrusion',
    kind: 'alarm',
    text: 'vibration',
  },
  {
    names: ['alarm', 'alarm_state', 'alarm_status', 'alarm_1', 'alarm_2'],
    type: 'general-alarm',
    kind: 'alarm',
    text: 'alarm',
  },
  {
    names: ['battery_low', 'low_battery', 'batterylow', 'lowbattery', 'battery_state'],
    type: 'low-battery',
    kind: 'trouble',
    text: 'low battery',
  },
  {
    names: ['ac_lost', 'power_outage', 'mains_failure', 'power_failure'],
    type: 'mains-failure',
    kind: 'trouble',
    text: 'mains failure',
  },
  {
    names: ['trouble', 'fault', 'sensor_fault', 'smoke_fault'],
    type: 'sensor-trouble',
    kind: 'trouble',
    text: 'fault',
  },
];

const BY_NAME = new Map(PROPERTIES.flatMap((it) => it.names.map((name) => [name, it] as const)));

/** Properties that say nothing about alarms, and show that a body is that of a sensor. */
const ORDINARY =
  'battery voltage linkquality last_seen temperature humidity pressure illuminance illuminance_lux device_temperature update update_available state action click test brightness power energy current co2 soil_moisture rssi snr power_outage_count elapsed self_test silence'.split(
    ' ',
  );

/** A name such as `waterLeak` or `Door Open` with underscores. */
const propertyName = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');

export const isProperty = (name: string): boolean =>
  BY_NAME.has(propertyName(name)) || ORDINARY.includes(propertyName(name));

/** Names of what is set or measured, and not of an alarm. */
const SETTINGS =
  /(?:^|_)(?:sensitivity|enabled?|disabled?|interval|count|counter|threshold|limit|value|concentration|density|mode|config|time|duration|delay|version|model|unit|index|id|name|supported|silence[d]?|mute[d]?|volume|test|level|last|reset|heat(?!_(?:alarm|detect|sensor)))(?:_|$)/;

/** What a property means, by its name, also with a number: `alarm_1`, `WaterLeak1`. */
function propertyOf(property: string, names: 'fixed' | 'free'): Property | undefined {
  const name = propertyName(property);
  const known = BY_NAME.get(name);
  if (known || names === 'fixed') return known;
  const plain = name.replace(/_?\d+$/, '');
  if (BY_NAME.has(plain)) return BY_NAME.get(plain);
  const type = SETTINGS.test(name) ? undefined : alarmTypeOf(plain.replaceAll('_', ' '));
  return type === undefined ? undefined : (PROPERTIES.find((it) => it.type === type) ?? { ...GENERAL, type });
}

const GENERAL: Property = { names: [], type: 'general-alarm', kind: 'alarm', text: 'alarm' };

/** Values of `action` that a button for emergencies sends. */
const EMERGENCY = /^(?:emergency|panic|sos)(?:[_-].*)?$/i;

/** How soon the same press is a new one: a radio may send it several times. */
const INSTANT_SECONDS = 60;

/**
 * Reads the properties of a sensor. A property with a word that is not known counts as an alarm, with the word in its message.
 * `undefined` if no property is one of a sensor. `free`: a person has named the properties, so that a name which contains that of
 * an alarm is one.
 */
export function readProperties(
  thing: string,
  name: string,
  value: unknown,
  occurredAt: Signal['occurredAt'] = undefined,
  names: 'fixed' | 'free' = 'fixed',
): readonly Signal[] | undefined {
  const properties = Object.entries(fieldsOf(value));
  if (!properties.some(([property]) => isProperty(property) || propertyOf(property, names))) return undefined;
  // A detector that is being tested says so beside its alarm.
  const isTest = properties.some(([property, it]) => propertyName(property) === 'test' && it === true);
  return properties.flatMap(([property, it]): Signal[] => {
    const known = propertyOf(property, names);
    if (propertyName(property) === 'action' && typeof it === 'string' && EMERGENCY.test(it)) {
      return [
        {
          thing,
          part: property,
          state: it,
          kind: 'alarm',
          type: 'panic',
          message: `${name}: emergency button`,
          occurredAt,
          lapsesAfterSeconds: INSTANT_SECONDS,
        },
      ];
    }
    const truth = known && truthOf(it);
    if (!known || truth === undefined) return [];
    // A number needs a threshold that nobody has given, such as the concentration of a gas.
    if (truth === 'other' && typeof it === 'number') return [];
    // As a word, it names the door and not the two parts of the contact.
    const namesDoor = typeof it === 'string' && /open|close/i.test(it);
    const isWell = known.type === 'low-battery' && /^(?:high|full|medium|good)$/i.test(String(it));
    const isOn = !isWell && (truth === 'other' || truth === (namesDoor ? true : (known.alarmsAt ?? true)));
    const word = truth === 'other' ? ` (${String(it)})` : '';
    const signal: Signal = {
      thing,
      part: property,
      state: String(it),
      kind: known.kind,
      type: known.type,
      message: `${name}: ${known.text}${word}`,
      occurredAt,
      ...(known.isInstant ? { lapsesAfterSeconds: INSTANT_SECONDS } : {}),
    };
    if (!isOn) return [{ ...signal, isOver: true }];
    return isTest && known.kind === 'alarm' ? [{ ...signal, kind: 'note', state: 'test' }] : [signal];
  });
}
