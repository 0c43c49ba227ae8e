import { expect, test } from 'vitest';
import { keepTurns } from '../../../../shared/schedules/change-schedules.ts';
import { shiftsWithin } from '../../../../shared/schedules/on-call.ts';
import type { Rotation, StoredRotation } from '../../../../shared/schedules/rotation.ts';

/** Ana began on Wednesday, 2026-11-18, at 08:00 UTC. */
const DAILY: Rotation = {
  user_ids: ['ana', 'ben'],
  starts_on: '2026-11-02',
  handoff_time: '08:00',
  every: 'day',
  length: 1,
  weekdays: null,
  from: null,
  to: null,
};
const WEEKLY: Rotation = { ...DAILY, every: 'week' };
const AT = '2026-11-18T12:00';
const WORKDAYS: Rotation['weekdays'] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

const instant = (text: string) => Date.parse(`${text}Z`);
const changed = (
  before: readonly StoredRotation[],
  after: readonly Rotation[],
  { at = AT, zones = ['UTC', 'UTC'] }: { at?: string; zones?: [string, string] } = {},
) =>
  keepTurns(
    { time_zone: zones[0], rotations: before },
    { time_zone: zones[1], rotations: after },
    instant(at),
  );
/** Who has turns from an instant on: `ana 18 08:00`. */
function turns(rotations: readonly StoredRotation[], { since = AT, days = 6, time_zone = 'UTC' } = {}) {
  const from = instant(since);
  return shiftsWithin(
    { time_zone, rotations, overrides: [] },
    { since: from, until: from + days * 86_400_000 },
  )
    .slice(0, -1)
    .map((it) => `${it.userId} until ${new Date(it.until).toISOString().slice(8, 16).replace('T', ' ')}`);
}

test.each<[string, readonly string[], string[]]>([
  ['is added at the end', ['ana', 'ben', 'cem'], ['ana', 'ben', 'cem', 'ana', 'ben', 'cem']],
  ['is added at the beginning', ['cem', 'ana', 'ben'], ['ana', 'ben', 'cem', 'ana', 'ben', 'cem']],
  ['is added after the one on duty', ['ana', 'cem', 'ben'], ['ana', 'cem', 'ben', 'ana', 'cem', 'ben']],
  ['is put in front', ['ben', 'ana'], ['ana', 'ben', 'ana', 'ben', 'ana', 'ben']],
  ['who is not on duty is removed', ['ana', 'cem'], ['ana', 'cem', 'ana', 'cem', 'ana', 'cem']],
])(
  'If in a rotation a person %s, the person on duty keeps the turn and the others follow in the new order',
  (_, user_ids, people) => {
    expect(turns(changed([DAILY], [{ ...DAILY, user_ids: [...user_ids] }]))).toEqual(
      people.map((person, place) => `${person} until ${19 + place} 08:00`),
    );
  },
);

test('If the person on duty is removed from a rotation, the next remaining person of the old order takes the rest of the turn', () => {
  const before = { ...DAILY, user_ids: ['ana', 'ben', 'cem', 'dee'] };
  expect(turns([before], { days: 2 })).toEqual(['ana until 19 08:00', 'ben until 20 08:00']);
  expect(turns(changed([before], [{ ...before, user_ids: ['cem', 'dee'] }]), { days: 3 })).toEqual([
    'cem until 19 08:00',
    'dee until 20 08:00',
    'cem until 21 08:00',
  ]);
});

test('If a person has several turns in a rotation, a change keeps the one that is followed by the same people as before', () => {
  const before = { ...DAILY, user_ids: ['ben', 'ana', 'cem', 'ana'], starts_on: '2026-11-15' };
  expect(turns([before], { days: 2 })).toEqual(['ana until 19 08:00', 'ben until 20 08:00']);
  const after = changed([before], [{ ...before, user_ids: ['dee', 'ben', 'ana', 'cem', 'ana'] }]);
  expect(turns(after, { days: 5 })).toEqual([
    'ana until 19 08:00',
    'dee until 20 08:00',
    'ben until 21 08:00',
    'ana until 22 08:00',
    'cem until 23 08:00',
  ]);
});

test.each<[string, Rotation, Partial<Rotation>, string, string[]]>([
  ['a longer turn', DAILY, { length: 3 }, AT, ['ana until 21 08:00', 'ben until 24 08:00']],
  [
    'a shorter turn',
    { ...DAILY, length: 7 },
    { length: 2 },
    '2026-11-20T12:00',
    ['ana until 22 08:00', 'ben until 24 08:00'],
  ],
  ['a later handoff', DAILY, { handoff_time: '18:00' }, AT, ['ana until 19 18:00', 'ben until 20 18:00']],
  ['an earlier handoff', DAILY, { handoff_time: '06:00' }, AT, ['ana until 19 06:00', 'ben until 20 06:00']],
  [
    'a handoff time that has passed today',
    DAILY,
    { handoff_time: '09:00' },
    '2026-11-18T08:30',
    ['ana until 19 09:00', 'ben until 20 09:00'],
  ],
  [
    'fewer weekdays',
    DAILY,
    { weekdays: WORKDAYS, from: '09:00', to: '17:00' },
    AT,
    ['ana until 18 17:00', 'ben until 19 17:00', 'ana until 20 17:00', 'ben until 23 17:00'],
  ],
  ['weeks instead of days', DAILY, { every: 'week' }, AT, ['ana until 23 08:00', 'ben until 30 08:00']],
  ['days instead of weeks', WEEKLY, { every: 'day' }, AT, ['ana until 19 08:00', 'ben until 20 08:00']],
])('If a rotation is changed to %s, the person on duty stays on duty', (_, before, fields, at, expected) => {
  const [present] = turns([before], { since: at, days: 15 });
  const found = turns(changed([before], [{ ...before, ...fields }], { at }), { since: at, days: 15 });
  expect(found.slice(0, expected.length)).toEqual(expected);
  expect(found[0]?.split(' ')[0]).toBe(present?.split(' ')[0]);
});

test('After several changes of a rotation, the person on duty still keeps the turn', () => {
  let rotations: readonly StoredRotation[] = [DAILY];
  for (const [at, user_ids] of [
    ['2026-11-18T12:00', ['ana', 'ben', 'cem']],
    ['2026-11-19T12:00', ['cem', 'ben', 'ana']],
    ['2026-11-20T12:00', ['ana', 'dee']],
  ] as const) {
    rotations = changed(rotations, [{ ...DAILY, user_ids: [...user_ids] }], { at });
  }
  // Ben had the 19th, and Ana the 20th.
  expect(turns(rotations, { since: '2026-11-20T12:00', days: 2 })).toEqual([
    'ana until 21 08:00',
    'dee until 22 08:00',
  ]);
});

test('If a schedule is moved to another time zone, the person on duty stays, and hands off at the local time of that zone', () => {
  const at = '2026-11-18T08:30';
  const zones: [string, string] = ['Europe/Berlin', 'America/New_York'];
  const after = changed([DAILY], [DAILY], { at, zones });
  expect(turns(after, { since: at, days: 2, time_zone: zones[1] })).toEqual(['ana until 19 13:00']);
});

test('Rotations that are changed or reordered keep their turns, and a new rotation begins with its first person', () => {
  const nights = {
    ...DAILY,
    user_ids: ['eve', 'fay', 'gil'],
    starts_on: '2026-11-03',
    from: '22:00',
    to: '06:00',
  };
  const [kept, fresh] = [
    changed([DAILY], [{ ...DAILY, user_ids: ['cem', 'ana'] }]),
    { ...WEEKLY, user_ids: ['zoe'] },
  ];
  const moved = changed(
    [...kept, nights],
    [{ ...nights, user_ids: ['gil', 'eve', 'fay'] }, fresh, { ...DAILY, user_ids: ['cem', 'ana'] }],
  );
  expect(moved[2]).toEqual(kept[0]);
  expect(moved[1]).toEqual(fresh);
  expect(moved[0]?.anchor?.turn).toBe(1);
});

test.each<[string, Partial<Rotation>]>([
  ['another first day', { starts_on: '2026-11-17', user_ids: ['ben', 'ana', 'cem'] }],
  ['new people only', { user_ids: ['cem', 'dee'] }],
])('A rotation that is changed to %s begins anew', (_, fields) => {
  const after = { ...DAILY, ...fields };
  expect(changed([DAILY], [after])).toEqual([after]);
});

test('A rotation that has not begun has no turn to keep', () => {
  const before = { ...DAILY, starts_on: '2026-12-01' };
  const after = { ...before, user_ids: ['ben', 'ana'] };
  expect(changed([before], [after])).toEqual([after]);
});

test('After a change on the first day of a rotation, nobody is on duty before that day', () => {
  const before = { ...DAILY, starts_on: '2026-11-18' };
  const [after] = changed([before], [{ ...before, user_ids: ['cem', 'ana'], handoff_time: '20:00' }]);
  const plan = { time_zone: 'UTC', rotations: after ? [after] : [], overrides: [] };
  expect(
    shiftsWithin(plan, { since: instant('2026-11-10T00:00'), until: instant('2026-11-19T21:00') }),
  ).toEqual([
    {
      userId: 'ana',
      overrideId: null,
      since: instant('2026-11-18T08:00'),
      until: instant('2026-11-19T20:00'),
    },
    {
      userId: 'cem',
      overrideId: null,
      since: instant('2026-11-19T20:00'),
      until: instant('2026-11-19T21:00'),
    },
  ]);
});
