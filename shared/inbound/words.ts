import type { AlertSeverity } from '../base/severities.ts';

/**
 * How systems say that something is so, and that it is not. The words are in lower case. They were collected from the values
 * of zigbee-herdsman-converters 26.112.0, and from the sources of each format.
 */
const ON =
  'on true 1 yes y open opened alarm alarming alarmed alert detected triggered active activated problem leak leaking wet motion occupied present unlocked tampered firing critical warning pre_alarm prealarm pre-alarm critical_alarm emergency panic sos fire smoke low an ein t trigger abnormal leakage'.split(
    ' ',
  );
const OFF =
  'off false 0 no n closed close normal clear cleared idle inactive deactivated ok okay resolved dry none aus safe locked restored no_alarm standby not_detected undetected no_motion unoccupied vacant installed untriggered released high full f'.split(
    ' ',
  );
/** Words that say nothing about the state. */
const SILENT = ['', 'unknown', 'unavailable', 'null', 'none_set', 'nan', 'n/a', 'undefined'];

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
  // `no leak`, `not triggered`, `normal state`.
  return OFF.includes(word) || /^(?:no|not|normal)[ _-]/.test(word) ? false : 'other';
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

/** The names of things that guarded premises have alarms for. Each is found as a word of its own. */
const TYPES: readonly (readonly [type: string, words: readonly string[]])[] = [
  ['panic', ['panic', 'duress', 'holdup', 'sos']],
  ['fire', ['fire', 'smoke', 'heat']],
  ['carbon-monoxide', ['monoxide']],
  ['gas', ['gas']],
  ['water-leak', ['leak', 'leakage', 'flood', 'flooding']],
  ['intrusion', ['intrusion', 'intruder', 'burglar', 'burglary', 'trespass', 'trespassing']],
  ['tamper', ['tamper', 'tampering', 'sabotage']],
];

/** The type of alarm that a name such as `SmokeDetected` is about; `undefined` if it names none. */
export function alarmTypeOf(name: string): string | undefined {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return TYPES.find(([, named]) => named.some((word) => words.includes(word)))?.[0];
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
