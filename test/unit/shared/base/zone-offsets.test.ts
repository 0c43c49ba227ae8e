import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { timeZoneChoices } from '../../../../shared/base/time-zones.ts';
import { offsetAt, zoneToShow } from '../../../../shared/base/zone-offsets.ts';

const MINUTE_MS = 60_000;

/** As Python's zoneinfo reads tzdata: test/time-zones/offsets.py. */
const expected = readFileSync(new URL('expected-offsets.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .flatMap((line) => {
    const [names = '', entries = ''] = line.split('|');
    return names.split(',').map((name) => ({ name, entries: entries.split(',') }));
  });

afterEach(() => vi.restoreAllMocks());

/** Makes the runtime's rules wrong, as those of an older or newer release may be: each zone is two hours ahead of UTC. */
function ageRuntime(): void {
  const { DateTimeFormat } = Intl;
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(locale, options) {
    return new DateTimeFormat(locale, options?.timeZone ? { ...options, timeZone: 'Etc/GMT-2' } : options);
  } as typeof DateTimeFormat);
}

test('The offset of each time zone of IANA is right for three years, before and after each change', () => {
  expect(expected.length).toBeGreaterThan(500);
  const wrong = expected.flatMap(({ name, entries }) =>
    entries.flatMap((entry, place) => {
      const [at = '', minutes] = entry.split(' ');
      const before = entries[place - 1]?.split(' ')[1];
      const instant = Date.parse(at);
      const found = [offsetAt(name, instant - 1), offsetAt(name, instant)].map((it) => it / MINUTE_MS);
      const isRight = found[1] === Number(minutes) && (before === undefined || found[0] === Number(before));
      return isRight ? [] : [`${name} ${entry}: ${found}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('Every time zone that people may choose has rules of Guard, so that the runtime decides about none', () => {
  const names = new Set(expected.map(({ name }) => name));
  expect(timeZoneChoices().filter((name) => !names.has(name))).toEqual([]);
});

test('Before 2020 and from 2038, and for a zone that only the runtime knows, the runtime decides', () => {
  const at = (date: string, zone = 'America/Sao_Paulo') => offsetAt(zone, Date.parse(date)) / MINUTE_MS;
  expect([at('2019-01-15'), at('2020-01-15'), at('2037-12-31'), at('2038-01-15')]).toEqual([
    -120, -180, -180, -180,
  ]);
  expect(at('2026-01-15', 'EST5EDT')).toBe(-300);
  expect(() => at('2026-01-15', 'Mars/Base')).toThrow(RangeError);
});

describe('with a runtime that has rules of another year', () => {
  const at = Date.parse('2026-12-01T12:00:00Z');
  test.each([
    ['America/Winnipeg', '07:00', 'Etc/GMT+5'],
    ['Europe/Berlin', '13:00', 'Etc/GMT-1'],
    ['Asia/Kolkata', '17:30', '+05:30'],
    ['America/St_Johns', '08:30', '-03:30'],
    ['Europe/Lisbon', '12:00', 'UTC'],
    ['Africa/Cairo', '14:00', 'Africa/Cairo'],
  ])('Noon of UTC in %s is shown as %s', async (zone, time, showing) => {
    vi.resetModules(); // it keeps the runtime's formats
    ageRuntime();
    const fresh = await import('../../../../shared/base/zone-offsets.ts');
    const timeZone = fresh.zoneToShow(zone, at);
    vi.restoreAllMocks();
    expect(timeZone).toBe(showing);
    expect(new Date(at).toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' })).toBe(time);
  });

  test('A zone is shown by its own name where the runtime has the same rules', () => {
    expect(zoneToShow('Europe/Berlin', at)).toBe('Europe/Berlin');
    expect(zoneToShow('Asia/Kolkata', at)).toMatch(/^Asia\/(Kolkata|Calcutta)$/);
  });
});
