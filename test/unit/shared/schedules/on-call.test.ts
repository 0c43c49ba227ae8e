import { expect, test } from 'vitest';
import { keepPast } from '../../../../shared/schedules/keep-past.ts';
import {
  gapsBetween,
  MAXIMUM_SPAN_MS,
  onCallAt,
  type Plan,
  shiftsWithin,
} from '../../../../shared/schedules/on-call.ts';
import type { Rotation } from '../../../../shared/schedules/rotation.ts';
import type { Override, PastPlan, Schedule } from '../../../../shared/schedules/schedule.ts';

const WEEKLY: Rotation = {
  user_ids: ['A', 'B'],
  starts_on: '2026-11-02',
  handoff_time: '08:00',
  every: 'week',
  length: 1,
  weekdays: null,
  from: null,
  to: null,
};

const planOf = (rotations: readonly Partial<Rotation>[], overrides: readonly Override[] = []): Plan => ({
  time_zone: 'UTC',
  rotations: rotations.map((rotation) => ({ ...WEEKLY, ...rotation })),
  overrides,
});
const override = (id: string, user_id: string, since: string, until: string): Override => ({
  id,
  user_id,
  since: `${since}:00.000+00:00`,
  until: `${until}:00.000+00:00`,
  created_at: '2026-11-01T00:00:00.000+00:00',
});
const instant = (text: string) => Date.parse(`${text}Z`);
const text = (at: number) => new Date(at).toISOString().slice(5, 16);
const shown = (plan: Plan, since: string, until: string) =>
  shiftsWithin(plan, { since: instant(since), until: instant(until) }).map(
    (it) => `${it.userId}${it.overrideId ?? ''} ${text(it.since)} ${text(it.until)}`,
  );

test('Where two rotations of a schedule overlap, the person of the rotation that is listed later is on call', () => {
  const plan = planOf([{ user_ids: ['A'] }, { user_ids: ['N'], from: '22:00', to: '06:00' }]);
  expect(shown(plan, '2026-11-03T12:00', '2026-11-04T12:00')).toEqual([
    'A 11-03T12:00 11-03T22:00',
    'N 11-03T22:00 11-04T06:00',
    'A 11-04T06:00 11-04T12:00',
  ]);
});

test('An override of a schedule replaces its rotations, and a newer override replaces an older one', () => {
  const plan = planOf(
    [{ user_ids: ['A'] }],
    [
      override('1', 'X', '2026-11-03T00:00', '2026-11-03T12:00'),
      override('2', 'Y', '2026-11-03T06:00', '2026-11-03T08:00'),
    ],
  );
  expect(shown(plan, '2026-11-02T20:00', '2026-11-03T20:00')).toEqual([
    'A 11-02T20:00 11-03T00:00',
    'X1 11-03T00:00 11-03T06:00',
    'Y2 11-03T06:00 11-03T08:00',
    'X1 11-03T08:00 11-03T12:00',
    'A 11-03T12:00 11-03T20:00',
  ]);
});

test('Adjacent turns of the same person are one shift of the schedule, but an override is a shift of its own', () => {
  const plan = planOf(
    [{ user_ids: ['A', 'A', 'B'] }],
    [override('1', 'A', '2026-11-20T00:00', '2026-11-21T00:00')],
  );
  expect(shown(plan, '2026-11-01T00:00', '2026-11-22T00:00')).toEqual([
    'A 11-02T08:00 11-16T08:00',
    'B 11-16T08:00 11-20T00:00',
    'A1 11-20T00:00 11-21T00:00',
    'B 11-21T00:00 11-22T00:00',
  ]);
});

test('A person on a schedule is on call until another person follows, across the person’s own turns and overrides', () => {
  const plan = planOf([{}], [override('1', 'A', '2026-11-09T08:00', '2026-11-10T08:00')]);
  expect(onCallAt(plan, instant('2026-11-05T00:00'))).toEqual({
    userId: 'A',
    until: instant('2026-11-10T08:00'),
  });
  expect(onCallAt(plan, instant('2026-11-10T08:00'))?.userId).toBe('B');
});

test('A shift of a schedule ends where a gap begins, even if the same person follows the gap', () => {
  const plan = planOf([{ user_ids: ['A'], from: '08:00', to: '12:00' }]);
  expect(onCallAt(plan, instant('2026-11-03T09:00'))).toEqual({
    userId: 'A',
    until: instant('2026-11-03T12:00'),
  });
  expect(onCallAt(plan, instant('2026-11-03T12:00'))).toBeUndefined();
});

test('A shift of a schedule that lasts longer than 100 days is returned without an end', () => {
  const plan = planOf([{ user_ids: ['A'] }]);
  expect(onCallAt(plan, instant('2026-11-03T09:00'))).toEqual({ userId: 'A', until: undefined });
});

test('The longest range of the largest schedule has fewer than 1,200 shifts', () => {
  const users = Array.from({ length: 50 }, (_, place) => String(place));
  const restricted = ['00:00', '05:00', '10:00', '15:00', '20:00'].map((from, place) => ({
    user_ids: users,
    every: 'day' as const,
    handoff_time: '12:00',
    from,
    to: `${from.slice(0, 2)}:${place}9`,
  }));
  const overrides = Array.from({ length: 200 }, (_, place) =>
    override(
      String(place),
      'X',
      `2026-11-${String(2 + (place % 28)).padStart(2, '0')}T01:00`,
      `2026-11-${String(2 + (place % 28)).padStart(2, '0')}T02:00`,
    ),
  );
  const since = instant('2026-11-02T00:00');
  const shifts = shiftsWithin(planOf(restricted, overrides), { since, until: since + MAXIMUM_SPAN_MS });
  expect(shifts.length).toBeLessThan(1_200);
});

test('The gaps of a schedule are the parts of a span in which it has no shift', () => {
  const span = { since: 0, until: 10 };
  expect(gapsBetween([], span)).toEqual([span]);
  expect(gapsBetween([span], span)).toEqual([]);
  const shifts = [
    { since: 1, until: 3 },
    { since: 3, until: 5 },
    { since: 7, until: 10 },
  ];
  expect(gapsBetween(shifts, span)).toEqual([
    { since: 0, until: 1 },
    { since: 5, until: 7 },
  ]);
});

test('A schedule keeps who was on call for 13 months and at most 64,000 characters of former plans, the newest', () => {
  const stored = (past: readonly PastPlan[], users: number) => ({
    entity: { time_zone: 'UTC', created_at: '2025-01-01T00:00:00.000+00:00' } as Schedule,
    rotations: [{ ...WEEKLY, user_ids: Array.from({ length: users }, (_, place) => `user ${place}`) }],
    overrides: [
      override('1', 'A', '2025-06-01T00:00', '2025-06-02T00:00'),
      override('2', 'B', '2026-10-01T00:00', '2026-10-02T00:00'),
    ],
    past,
  });
  const at = (month: string) => `${month}-15T00:00:00.000+00:00`;
  let past = keepPast(stored([], 1), at('2025-09'));
  past = keepPast(stored(past, 1), at('2026-09'));
  expect(past.map(({ until, overrides }) => [until, overrides.length])).toEqual([
    [at('2025-09'), 1],
    [at('2026-09'), 0],
  ]);
  past = keepPast(stored(past, 1), at('2026-11'));
  expect(past.map(({ until }) => until)).toEqual([at('2026-09'), at('2026-11')]);
  // The clock of another function is behind.
  expect(keepPast(stored(past, 1), at('2026-10'))).toBe(past);
  for (let minute = 10; minute < 60; minute++) {
    past = keepPast(stored(past, 200), `2026-11-15T01:${minute}:00.000+00:00`);
  }
  expect(JSON.stringify(past).length).toBeLessThanOrEqual(64_000);
  expect(past.at(-1)?.until).toBe('2026-11-15T01:59:00.000+00:00');
});
