import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { wallClockOf } from '../../shared/base/wall-clock.ts';
import { WEEKDAYS } from '../../shared/base/weekdays.ts';
import { keepTurns } from '../../shared/schedules/change-schedules.ts';
import {
  differencesOf,
  gapsBetween,
  onCallAt,
  type Plan,
  shiftsWithin,
} from '../../shared/schedules/on-call.ts';
import type { Rotation } from '../../shared/schedules/rotation.ts';
import { turnAt } from '../../shared/schedules/rotation-periods.ts';
import type { Override } from '../../shared/schedules/schedule.ts';
import { repetitions } from '../support/repetitions.ts';
import { referencePlan } from '../support/schedules/reference-plan.ts';

/** Two days on which the clocks of each zone change, in both directions. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'America/New_York': ['2026-03-08', '2026-11-01'],
  // By 30 minutes.
  'Australia/Lord_Howe': ['2026-10-04', '2026-04-05'],
  // At midnight, which then does not exist.
  'America/Sao_Paulo': ['2018-11-04', '2018-02-18'],
  'Africa/Casablanca': ['2026-02-15', '2026-03-22'],
};

const DAY_MS = 86_400_000;
const PEOPLE = ['ana', 'ben', 'cem', 'dee'];
const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** Many of them near the hours in which clocks change. */
const time = fc
  .tuple(fc.oneof(fc.constantFrom(0, 1, 2, 3), fc.nat(23)), fc.constantFrom(0, 10, 30, 59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 1 });
const users = fc.array(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: 5 });

const rotationBefore = (change: number): fc.Arbitrary<Rotation> =>
  fc.record({
    user_ids: users,
    starts_on: fc.integer({ min: -20, max: 3 }).map((days) => dateOf(change + days * DAY_MS)),
    handoff_time: time,
    every: fc.constantFrom('day' as const, 'week' as const),
    length: fc.integer({ min: 1, max: 3 }),
    weekdays: orNull(fc.subarray([...WEEKDAYS], { minLength: 1 })),
    from: orNull(time),
    to: orNull(time),
  });

const momentNear = (change: number) =>
  fc.integer({ min: -7 * 1_440, max: 7 * 1_440 }).map((minutes) => change + minutes * 60_000);

const overrideNear = (change: number): fc.Arbitrary<Override> =>
  fc
    .tuple(momentNear(change), fc.integer({ min: 1, max: 4_000 }), fc.constantFrom(...PEOPLE), fc.uuid())
    .map(([since, minutes, user_id, id]) => ({
      id,
      user_id,
      since: new Date(since).toISOString(),
      until: new Date(since + minutes * 60_000).toISOString(),
      created_at: '2026-11-20T12:00:30.000+00:00',
    }));

interface Trial {
  readonly plan: Plan;
  readonly change: number;
  readonly since: number;
  readonly until: number;
}

function trialIn(time_zone: string, rotations: number, overrides: number): fc.Arbitrary<Trial> {
  return fc
    .constantFrom(...(CHANGES[time_zone] ?? []))
    .map((day) => Date.parse(`${day}T00:00Z`))
    .chain((change) =>
      fc.record({
        change: fc.constant(change),
        plan: fc.record({
          time_zone: fc.constant(time_zone),
          rotations: fc.array(rotationBefore(change), { minLength: 1, maxLength: rotations }),
          overrides: fc.array(overrideNear(change), { maxLength: overrides }),
        }),
        since: fc.integer({ min: -10_000, max: 0 }).map((minutes) => change + minutes * 60_000),
        until: fc.integer({ min: 1, max: 15_000 }).map((minutes) => change + minutes * 60_000),
      }),
    );
}

/** Compares at the edges of the shifts, and on both sides of each half hour. */
function expectAgreement({ plan, change, since, until }: Trial): void {
  const expectedAt = referencePlan(plan, Temporal.PlainDate.from(dateOf(change + 21 * DAY_MS)));
  const shifts = shiftsWithin(plan, { since, until });
  const minutes = Array.from({ length: (until - since) / 60_000 }, (_, minute) => since + minute * 60_000);
  const edges = shifts.flatMap((it) => [it.since, it.until - 1, it.until]).filter((it) => it < until);
  const sampled = minutes.filter((it) => it % 1_800_000 === 0 || it % 1_800_000 === 1_740_000);
  for (const at of [...edges, ...sampled]) {
    const shift = shifts.find((it) => it.since <= at && at < it.until);
    expect([new Date(at).toISOString(), shift?.userId]).toEqual([new Date(at).toISOString(), expectedAt(at)]);
  }
}

const RUNS = repetitions({ few: 15, some: 50, many: 500 });
const TIMEOUT = 180_000;

test.each(Object.keys(CHANGES))(
  'The shifts of a random rotation in %s equal those that the library rrule-temporal computes, across both clock changes',
  (zone) => {
    fc.assert(fc.property(trialIn(zone, 1, 0), expectAgreement), { numRuns: RUNS });
  },
  TIMEOUT,
);

test.each(Object.keys(CHANGES))(
  'Later rotations of a schedule in %s take precedence over earlier ones, and overrides over all',
  (zone) => {
    fc.assert(fc.property(trialIn(zone, 5, 3), expectAgreement), { numRuns: RUNS / 5 });
  },
  TIMEOUT,
);

const anyTrial = fc.constantFrom(...Object.keys(CHANGES)).chain((zone) => trialIn(zone, 5, 3));

test('The shifts and gaps of a schedule fill a range exactly and in order, and no two adjacent shifts are equal', () => {
  fc.assert(
    fc.property(anyTrial, ({ plan, since, until }) => {
      const shifts = shiftsWithin(plan, { since, until });
      const parts = [...shifts, ...gapsBetween(shifts, { since, until })].sort(
        (one, other) => one.since - other.since,
      );
      expect([parts[0]?.since, parts.at(-1)?.until]).toEqual([since, until]);
      for (const [place, part] of parts.entries()) {
        const next = parts[place + 1];
        expect(part.until).toBeGreaterThan(part.since);
        if (next) expect(next.since).toBe(part.until);
      }
      for (const [place, { userId, overrideId, until: end }] of shifts.entries()) {
        const next = shifts[place + 1];
        const isSame = next?.userId === userId && next.overrideId === overrideId;
        expect(isSame && next.since === end).toBe(false);
      }
    }),
  );
});

test('The shifts of the later part of a range are those of the whole range from that time on, and agree with who is on call', () => {
  fc.assert(
    fc.property(anyTrial, fc.double({ min: 0, max: 1, noNaN: true }), ({ plan, since, until }, part) => {
      const at = since + Math.floor((until - since - 1) * part);
      const whole = shiftsWithin(plan, { since, until });
      const late = shiftsWithin(plan, { since: at, until });
      const cut = whole.filter((it) => it.until > at).map((it) => ({ ...it, since: Math.max(it.since, at) }));
      expect(late).toEqual(cut);
      const now = whole.find((it) => it.since <= at && at < it.until);
      expect(onCallAt(plan, at)?.userId).toBe(now?.userId);
    }),
  );
});

const change = fc
  .constantFrom(...Object.entries(CHANGES).flatMap(([zone, days]) => days.map((day) => [zone, day] as const)))
  .chain(([zone, day]) => {
    const at = Date.parse(`${day}T00:00Z`);
    return fc.record({
      zone: fc.constant(zone),
      otherZone: fc.constantFrom(zone, 'Asia/Tokyo', 'America/Los_Angeles'),
      before: rotationBefore(at),
      after: rotationBefore(at),
      minutes: fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 3 }),
      at: fc.constant(at),
    });
  });

test('The person on call now stays on call after any change of a rotation that keeps its first day and this person', () => {
  fc.assert(
    fc.property(change, ({ zone, otherZone, before, after, minutes, at: start }) => {
      let stored = { time_zone: zone, rotations: [before] };
      const drafts = [
        { ...after, starts_on: before.starts_on },
        before,
        { ...before, user_ids: after.user_ids },
      ];
      let at = start;
      for (const [place, draft] of drafts.slice(0, minutes.length).entries()) {
        at += (minutes[place] ?? 0) * 60_000;
        const next = { time_zone: place % 2 === 0 ? otherZone : zone, rotations: [draft] };
        const rotations = keepTurns(stored, next, at);
        const onDuty = personAt(stored, at);
        const kept = { time_zone: next.time_zone, rotations };
        const isShared = draft.user_ids.some((id) => stored.rotations[0]?.user_ids.includes(id));
        if (onDuty !== undefined && isShared) {
          const order = stored.rotations[0]?.user_ids ?? [];
          const isKept = draft.user_ids.includes(onDuty);
          const heir = personAt(kept, at);
          expect(isKept ? heir === onDuty : order.includes(heir ?? '')).toBe(true);
        }
        expect(keepTurns(kept, next, at + 60_000)).toEqual(rotations);
        stored = kept;
      }
    }),
    { numRuns: RUNS * 4 },
  );
});

function personAt({ time_zone, rotations }: Omit<Plan, 'overrides'>, at: number): string | undefined {
  const [rotation] = rotations;
  const turn = rotation && turnAt(rotation, wallClockOf(time_zone), at);
  return turn && rotation.user_ids[turn.place];
}

test('The differences between two schedules are exactly the times at which they have different people on call', () => {
  fc.assert(
    fc.property(anyTrial, anyTrial, ({ plan, since, until }, { plan: other }) => {
      const [before, after] = [plan, { ...other, time_zone: plan.time_zone }].map((it) =>
        shiftsWithin(it, { since, until }),
      );
      const found = differencesOf(before ?? [], after ?? [], { since, until });
      const personIn = (shifts: typeof before, at: number) =>
        shifts?.find((it) => it.since <= at && at < it.until)?.userId;
      for (let at = since; at < until; at += 1_800_000) {
        const [from, to] = [personIn(before, at), personIn(after, at)];
        const difference = found.find((it) => it.since <= at && at < it.until);
        expect(difference && [difference.from, difference.to]).toEqual(from === to ? undefined : [from, to]);
      }
      for (const [place, it] of found.entries()) {
        const next = found[place + 1];
        expect(it.until).toBeGreaterThan(it.since);
        expect(
          next === undefined || it.until < next.since || it.from !== next.from || it.to !== next.to,
        ).toBe(true);
      }
    }),
    { numRuns: RUNS },
  );
});
