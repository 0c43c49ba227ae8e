import type { AlertSeverity } from '../base/severities.ts';
import { EVENT_TYPES, type EventTypeName } from '../panels/event-types.ts';

/**
 * How systems say that something is so, and that it is not. The words are in lower case. They were collected from the values
 * of zigbee-herdsman-converters 26.112.0, and from the sources of each format.
 */
const ON =
  'on true 1 yes y open opened alarm alarming alarmed alert detected triggered active activated problem leak leaking wet motion occupied present unlocked tampered firing critical warning pre_alarm prealarm pre-alarm critical_alarm emergency panic sos fire smoke low an ein t trigger abnormal leakage'.split(
    ' ',
  );
const OFF =
  'off false 0 no n closed close normal clear cleared idle inactive deactivated ok okay resolved dry none aus safe locked restored no_alarm standby not_detected undetected no_motion unoccupied vacant installed untriggered released f'.split(
    ' ',
  );
/** Words that say nothing about the state. */
const SILENT =
  ',unknown,unavailable,null,none_set,nan,n/a,undefined,not available,not_available,not supported,not_supported,not used,not_used'.split(
    ',',
  );
/** What is well where there is none of it, besides alarms and what means one. */
const UNWANTED =
  'water vibration occupancy presence sound tilt shock movement person people error fault trouble failure event danger'.split(
    ' ',
  );

/**
 * Whether a value says that something is so. `undefined`: it says nothing. `other`: it is a word that is not known, or a number
 * that needs a threshold.
 */
export function truthOf(value: unknown): boolean | 'other' | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value === 1 ? true : value === 0 ? false : 'other';
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toLowerCase();
  if (SILENT.includes(word)) return undefined;
  if (ON.includes(word)) return true;
  if (OFF.includes(word) || /^normal[ _-]/.test(word)) return false;
  const denied = /^(?:no|not)[ _-]+(.+)$/.exec(word)?.[1];
  if (denied === undefined) return 'other';
  // `not closed` is no end, as `no leak` and `not triggered` are.
  if (OFF.includes(denied)) return true;
  return [...ON, ...UNWANTED].includes(denied) || alarmTypeOf(denied) !== undefined ? false : 'other';
}

const SEVERITIES: Readonly<Record<AlertSeverity, readonly string[]>> = {
  critical: ['critical', 'crit', 'page', 'emergency', 'fatal', 'disaster', 'p1', 'sev1', '5'],
  high: ['high', 'error', 'major', 'severe', 'p2', 'sev2', '4'],
  medium: ['medium', 'warning', 'warn', 'average', 'moderate', 'p3', 'sev3', '3', '2'],
  low: ['low', 'minor', 'p4', 'sev4'],
  info: ['info', 'information', 'informational', 'notice', 'none', 'debug', 'ok', 'not classified', '1', '0'],
};

/** The severity that a word of a monitoring system means; `undefined` for any other word. */
export function severityOf(value: unknown): AlertSeverity | undefined {
  const word = String(value ?? '')
    .trim()
    .toLowerCase();
  const found = Object.entries(SEVERITIES).find(([, words]) => words.includes(word));
  return found?.[0] as AlertSeverity | undefined;
}

/** The names of things that guarded premises have alarms for. Each is found as words of its own. */
const TYPES: readonly (readonly [type: string, names: readonly string[]])[] = [
  ['panic', ['panic', 'duress', 'holdup', 'hold up', 'robbery', 'sos']],
  ['fire', ['fire', 'smoke', 'heat']],
  ['carbon-monoxide', ['monoxide']],
  ['gas', ['gas']],
  ['medical', ['medical', 'paramedic', 'man down']],
  ['water-leak', ['leak', 'leakage', 'flood', 'flooding']],
  ['door-forced', ['door forced', 'forced door', 'forced entry']],
  [
    'intrusion',
    [
      ...['intrusion', 'intruder', 'burglar', 'burglary', 'trespass', 'trespassing', 'break in'],
      ...['glass break', 'glassbreak', 'glass broken', 'broken glass'],
    ],
  ],
  ['tamper', ['tamper', 'tampering', 'sabotage']],
  ['motion', ['motion']],
];

/** The type of alarm that a name such as `SmokeDetected` is about; `undefined` if it names none. */
export function alarmTypeOf(name: string): string | undefined {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g);
  const text = ` ${words?.join(' ') ?? ''} `;
  return TYPES.find(([, names]) => names.some((it) => text.includes(` ${it} `)))?.[0];
}

/** The type that a sender names: one of Guard's, that of an alarm in it, or a slug of it. Empty if nothing is usable. */
export function namedType(name: string): string {
  const slug = slugOf(name);
  return kindOfType(slug) === undefined ? (alarmTypeOf(name) ?? slug) : slug;
}

/** Whether a type is that of an alarm, which people close, or of a trouble, which may end by itself; `undefined` for another. */
export function kindOfType(type: string): 'alarm' | 'trouble' | undefined {
  if (TYPES.some(([known]) => known === type)) return 'alarm';
  const kind = Object.hasOwn(EVENT_TYPES, type) ? EVENT_TYPES[type as EventTypeName].kind : undefined;
  return kind === 'alarm' || kind === 'trouble' ? kind : undefined;
}

/** A slug of a name: `DiskWillFill` becomes `disk-will-fill`. */
export function slugOf(name: string): string {
  const spaced = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  const words = spaced.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 64).replace(/-$/, '');
}
