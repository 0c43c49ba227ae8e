import { afterEach, expect, test, vi } from 'vitest';
import {
  ownTimeZone,
  runtimeZone,
  timeZoneChoices,
  timeZoneNamed,
} from '../../../../shared/base/time-zones.ts';

afterEach(() => vi.restoreAllMocks());

/** Names with unusual letters, of each area, and links. */
const NAMES = [
  'UTC',
  'Africa/Dar_es_Salaam',
  'America/Argentina/ComodRivadavia',
  'America/Indiana/Knox',
  'America/Knox_IN',
  'America/North_Dakota/New_Salem',
  'America/Port-au-Prince',
  'America/Port_of_Spain',
  'Antarctica/DumontDUrville',
  'Antarctica/McMurdo',
  'Arctic/Longyearbyen',
  'Asia/Ho_Chi_Minh',
  'Asia/Ust-Nera',
  'Atlantic/St_Helena',
  'Australia/ACT',
  'Australia/Lord_Howe',
  'Australia/NSW',
  'Brazil/DeNoronha',
  'Canada/Newfoundland',
  'Chile/EasterIsland',
  'Etc/GMT+5',
  'Etc/GMT-14',
  'Etc/GMT0',
  'Etc/UCT',
  'Europe/Isle_of_Man',
  'Indian/Mahe',
  'Mexico/BajaNorte',
  'Pacific/Port_Moresby',
  'US/East-Indiana',
  'US/Eastern',
];

test.each(NAMES)(
  'The time zone %s is recognized in upper and lower case, and returned in the spelling of IANA',
  (name) => {
    expect([name, name.toLowerCase(), name.toUpperCase()].map(timeZoneNamed)).toEqual([name, name, name]);
  },
);

test('A time zone in upper case is returned in the spelling of the runtime’s list', () => {
  const listed = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
  expect(listed.map((name) => timeZoneNamed(name.toUpperCase()))).toEqual(listed);
});

test.each([
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
])('The former name %s and the current name %s of one time zone are both kept as sent', (former, current) => {
  expect([timeZoneNamed(former), timeZoneNamed(current)]).toEqual([former, current]);
});

test.each(['BST', 'AST', 'ACT', 'EST', 'PST8PDT', 'GMT', 'CET', 'Singapore', 'GB', 'Factory'])(
  'The name %s is no time zone, because it has no area and location',
  (name) => {
    expect(timeZoneNamed(name)).toBeUndefined();
  },
);

test.each([
  'SystemV/PST8PDT',
  'US/Pacific-New',
  'canada/east-saskatchewan',
  'Etc/Unknown',
  'GMT+5',
  '+01:00',
])('The name %s is no time zone, because IANA does not know it', (name) => {
  expect(timeZoneNamed(name)).toBeUndefined();
});

test('If the runtime does not know a name of a time zone, the other name of the zone is used', () => {
  const { DateTimeFormat } = Intl;
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(locale, options) {
    if (options?.timeZone === 'Europe/Kyiv' || options?.timeZone === 'Asia/Calcutta') throw new RangeError();
    return new DateTimeFormat(locale, options);
  } as typeof DateTimeFormat);
  expect(['Europe/Kyiv', 'Asia/Calcutta', 'Europe/Berlin'].map(runtimeZone)).toEqual([
    'Europe/Kiev',
    'Asia/Kolkata',
    'Europe/Berlin',
  ]);
  expect(timeZoneNamed('europe/kyiv')).toBe('Europe/Kyiv');
  expect(runtimeZone('Mars/Base')).toBe('Mars/Base');
});

test('The list of time zones to choose from begins with UTC, and contains current names that the service accepts', () => {
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Kiev', 'EST', 'Asia/Calcutta', 'Etc/UTC']);
  expect(timeZoneChoices()).toEqual(['UTC', 'Asia/Kolkata', 'Etc/UTC', 'Europe/Kyiv']);
  vi.restoreAllMocks();
  expect(timeZoneChoices().filter((name) => timeZoneNamed(name) !== name)).toEqual([]);
});

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Lisbon', 'Europe/Lisbon'],
  ['EST5EDT', 'UTC'],
])('A browser in the time zone %s proposes the time zone %s', (timeZone, proposed) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat('en').resolvedOptions(),
    timeZone,
  });
  expect(ownTimeZone()).toBe(proposed);
});
