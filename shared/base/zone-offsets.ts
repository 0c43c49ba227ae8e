import { TIME_ZONE_RULES } from './time-zone-rules.ts';
import { runtimeZone } from './time-zones.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Digits and letters write the numbers of the rules. */
const RADIX = 36;

/** The offsets of a time zone: the instants at which each begins, and the offsets, in milliseconds. */
interface ZoneRules {
  readonly instants: readonly number[];
  readonly offsets: readonly number[];
}

const since = Date.parse(TIME_ZONE_RULES.since);
const until = Date.parse(TIME_ZONE_RULES.until);

let rulesByName: Map<string, string> | undefined;
const parsedRules = new Map<string, ZoneRules>();

/**
 * Returns the offset of a time zone from UTC at an instant, in milliseconds, by Guard's own copy of the IANA rules: the
 * runtime's may be months old. Before and after the years of that copy, and for a zone that it lacks, the runtime decides.
 * Throws a RangeError for a zone that neither knows.
 */
export function offsetAt(timeZone: string, instant: number): number {
  const rules = instant < since || instant >= until ? undefined : rulesOf(timeZone);
  if (!rules) return runtimeOffset(runtimeZoneOf(timeZone).format, instant);
  let place = rules.instants.length - 1;
  while (place > 0 && (rules.instants[place] ?? 0) > instant) place -= 1;
  return rules.offsets[place] ?? 0;
}

/**
 * Returns the zone with which `Intl` shows an instant by Guard's rules: the zone itself, or one with a fixed offset where the
 * runtime's rules differ. Throws a RangeError for a zone that neither knows.
 */
export function zoneToShow(timeZone: string, at: Date | number): string {
  const instant = Number(at);
  const offset = offsetAt(timeZone, instant);
  try {
    const { zone, format } = runtimeZoneOf(timeZone);
    if (runtimeOffset(format, instant) === offset) return zone;
  } catch {
    // The runtime does not know the zone.
  }
  return fixedZone(offset);
}

/** A zone with one offset. Whole hours have names that each runtime knows, with the opposite sign. */
function fixedZone(offset: number): string {
  const sign = offset < 0 ? '-' : '+';
  const hours = Math.abs(offset) / HOUR_MS;
  if (hours === 0) return 'UTC';
  if (Number.isInteger(hours)) return `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`;
  const minutes = Math.round((hours % 1) * 60);
  return `${sign}${String(Math.trunc(hours)).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

function rulesOf(timeZone: string): ZoneRules | undefined {
  rulesByName ??= readNames();
  const text = rulesByName.get(timeZone);
  if (text === undefined) return undefined;
  const rules = parsedRules.get(text) ?? parseRules(text);
  parsedRules.set(text, rules);
  return rules;
}

/** Each line has the names of zones with the same rules, then the rules. */
function readNames(): Map<string, string> {
  return new Map(
    TIME_ZONE_RULES.zones.split('\n').flatMap((line) => {
      const [names = '', rules = ''] = line.split('|');
      return names.split(',').map((name) => [name, rules] as const);
    }),
  );
}

/**
 * `<offset> <minutes>:<offset> <minutes> …`: the first offset, and each change as the minutes since the one before. A change
 * without an offset returns to the offset before the last one.
 */
function parseRules(text: string): ZoneRules {
  const instants = [since];
  const offsets: number[] = [];
  for (const [place, change] of text.split(' ').entries()) {
    if (place === 0) {
      offsets.push(Number.parseInt(change, RADIX) * MINUTE_MS);
      continue;
    }
    const [minutes = '', offset] = change.split(':');
    instants.push((instants.at(-1) ?? since) + Number.parseInt(minutes, RADIX) * MINUTE_MS);
    offsets.push(offset === undefined ? (offsets.at(-2) ?? 0) : Number.parseInt(offset, RADIX) * MINUTE_MS);
  }
  return { instants, offsets };
}

/** A zone as the runtime knows it. */
interface RuntimeZone {
  readonly zone: string;
  readonly format: Intl.DateTimeFormat;
}

const RUNTIME_ZONES = new Map<string, RuntimeZone>();

/** Making a format is slow, so each is made once. Throws a RangeError if the runtime does not know the zone. */
function runtimeZoneOf(timeZone: string): RuntimeZone {
  const known = RUNTIME_ZONES.get(timeZone);
  if (known) return known;
  const zone = runtimeZone(timeZone);
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  RUNTIME_ZONES.set(timeZone, { zone, format });
  return { zone, format };
}

function runtimeOffset(format: Intl.DateTimeFormat, instant: number): number {
  const [, sign, hours, minutes, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(instant)) ?? [];
  if (sign === undefined) return 0; // GMT itself is shown without an offset
  const magnitude = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1_000;
  return sign === '-' ? -magnitude : magnitude;
}
