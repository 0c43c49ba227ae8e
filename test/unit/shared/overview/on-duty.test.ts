import { expect, test } from 'vitest';
import { DAY_MS } from '../../../../shared/base/time.ts';
import type { Recipient } from '../../../../shared/notify/notification-rule.ts';
import { onCallNow, plannedWithin, uncoveredTimes } from '../../../../shared/overview/on-duty.ts';
import type { Rotation } from '../../../../shared/schedules/rotation.ts';
import type { StoredSchedule } from '../../../../shared/schedules/schedule.ts';

/** Friday at noon. */
const NOW = Date.parse('2026-11-20T12:00:00Z');
const SPAN = { since: NOW, until: NOW + 7 * DAY_MS };

const DAILY: Rotation = {
  user_ids: ['ana'],
  starts_on: '2026-11-02',
  handoff_time: '08:00',
  every: 'day',
  length: 1,
  weekdays: null,
  from: null,
  to: null,
};
const NIGHTS = { from: '20:00', to: '06:00' };

function schedule(name: string, ...rotations: readonly Partial<Rotation>[]): StoredSchedule {
  const all = rotations.map((it) => ({ ...DAILY, ...it }));
  const stamps = { created_at: '2026-11-01T00:00:00.000+00:00', updated_at: '2026-11-01T00:00:00.000+00:00' };
  return {
    entity: { id: name, tenant_id: 'acme', name, time_zone: 'UTC', rotations: all, ...stamps },
    version: { revision: 1, writeId: undefined } as never,
    children: 0,
    rotations: all,
    overrides: [],
    past: [],
  };
}

const PEOPLE: Readonly<Record<string, string>> = { ana: 'Ana', ben: 'Ben' };
const nameOf = (userId: string) => PEOPLE[userId];

const rule = (...names: readonly string[]) => ({
  status: 'active' as const,
  recipients: names.map(
    (it): Recipient => (it in PEOPLE || it === 'gone' ? { user_id: it } : { schedule_id: it }),
  ),
});

function uncovered(schedules: readonly StoredSchedule[], ...rules: readonly ReturnType<typeof rule>[]) {
  const planned = schedules.map(plannedWithin(SPAN));
  return uncoveredTimes(planned, rules, SPAN, nameOf).map(
    ({ name, since, until }) => `${name} ${since.slice(8, 16)} ${until.slice(8, 16)}`,
  );
}

const WEEKEND = schedule('weekend', { weekdays: ['saturday', 'sunday'] });
const NIGHT = schedule('night', NIGHTS);
const DAY = schedule('day', { from: '06:00', to: '20:00' });

test('Hours outside a rota are uncovered only if an active rule needs them', () => {
  expect(uncovered([NIGHT])).toEqual([]);
  expect(uncovered([NIGHT], { ...rule('night'), status: 'disabled' as never })).toEqual([]);
  expect(uncovered([NIGHT], rule('night')).slice(0, 2)).toEqual([
    'night 20T12:00 20T20:00',
    'night 21T06:00 21T20:00',
  ]);
});

test('Hours that another recipient of the rule covers are not uncovered', () => {
  expect(uncovered([NIGHT, DAY], rule('night', 'day'))).toEqual([]);
  expect(uncovered([NIGHT], rule('night', 'ben'))).toEqual([]);
});

test('Somebody who is on call but cannot act, or a recipient who was deleted, covers nothing', () => {
  const late = schedule('late', { ...NIGHTS, user_ids: ['gone'] });
  expect(uncovered([late, DAY], rule('late', 'day', 'gone')).slice(0, 2)).toEqual([
    'late 20T20:00 21T06:00',
    'day 20T20:00 21T06:00',
  ]);
});

test('The gap of a schedule that several rules need is listed once', () => {
  expect(uncovered([WEEKEND], rule('weekend'), rule('weekend'))).toEqual([
    'weekend 20T12:00 21T00:00',
    'weekend 23T00:00 27T12:00',
  ]);
});

test('A rule with only people, or with a schedule that was deleted, has no uncovered times', () => {
  expect(uncovered([NIGHT], rule('gone'), rule('deleted'))).toEqual([]);
});

test('Two schedules that overlap cover the hours of both', () => {
  const early = schedule('early', { from: '00:00', to: '15:00' });
  const late = schedule('late', { from: '14:00', to: '00:00' });
  expect(uncovered([early, late], rule('early', 'late'))).toEqual([]);
});

const onCall = (...schedules: readonly StoredSchedule[]) =>
  onCallNow(schedules.map(plannedWithin(SPAN)), SPAN, nameOf).map(
    ({ name, on_call, gap }) => `${name} ${on_call.map((it) => `${it.name} until ${it.until}`)} ${gap}`,
  );

test('Each schedule, in the order of the names, says who is on call until when', () => {
  expect(
    onCall(WEEKEND, NIGHT, DAY, schedule('always', {}), schedule('turns', { user_ids: ['ben', 'ana'] })),
  ).toEqual([
    'always Ana until null false',
    'day Ana until 2026-11-20T20:00:00.000+00:00 false',
    'night  true',
    'turns Ben until 2026-11-21T08:00:00.000+00:00 false',
    'weekend  true',
  ]);
});

test('If the person on call cannot act, nobody is on call', () => {
  expect(onCall(schedule('always', { user_ids: ['gone'] }))).toEqual(['always  true']);
});
