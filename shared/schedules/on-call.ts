import { DAY_MS } from '../base/time.ts';
import { wallClockOf } from '../base/wall-clock.ts';
import type { StoredRotation } from './rotation.ts';
import { type Period, rotationPeriods, type Span } from './rotation-periods.ts';
import type { Override, PastPlan, StoredSchedule } from './schedule.ts';

/** Who is on call when: the rotations of a schedule, and its overrides in the order of their creation. */
export interface Plan {
  readonly time_zone: string;
  readonly rotations: readonly StoredRotation[];
  readonly overrides: readonly Override[];
  /** The plans before, each until it was changed: whoever was on call stays who was on call. */
  readonly past?: readonly PastPlan[];
}

export const planOf = ({ entity, rotations, overrides, past }: StoredSchedule): Plan => ({
  time_zone: entity.time_zone,
  rotations,
  overrides,
  past,
});

/** A time during which one person is on call, because of rotations or of one override. */
export interface Shift extends Period {
  readonly overrideId: string | null;
}

/** The longest span for which shifts are computed, so that no answer has more than some thousand shifts. */
export const MAXIMUM_SPAN_MS = 100 * DAY_MS;

/**
 * Computes the shifts within a span, in order and without overlap. A later rotation covers an earlier one, overrides cover
 * rotations, and a newer override covers an older one. If the same person has two turns that touch, they are one shift.
 */
export function shiftsWithin(plan: Plan, span: Span): Shift[] {
  const shifts: Shift[] = [];
  let { since } = span;
  for (const { until, ...before } of plan.past ?? []) {
    const end = Math.min(Date.parse(until), span.until);
    if (end <= since) continue;
    shifts.push(...plannedWithin(before, { since, until: end }));
    since = end;
  }
  if (since < span.until) shifts.push(...plannedWithin(plan, { since, until: span.until }));
  return joined(shifts);
}

function plannedWithin({ time_zone, rotations, overrides }: Plan, span: Span): Shift[] {
  const clock = wallClockOf(time_zone);
  const turns = rotations.map((rotation) => rotationPeriods(rotation, clock, span).map(byRotation));
  const instead = overrides.map((override) => overridePeriod(override, span));
  return covered(turns.reduce(covered, []), instead.reduce(covered, []));
}

/** The person who is on call at a time. */
export interface OnCall {
  readonly userId: string;
  /** When another person, or nobody, is on call next; `undefined` if that is more than 100 days later. */
  readonly until: number | undefined;
}

/** Finds who is on call at a time; `undefined` in a gap. It does not check whether that person can act. */
export function onCallAt(plan: Plan, at: number): OnCall | undefined {
  const end = at + MAXIMUM_SPAN_MS;
  const [first, ...later] = shiftsWithin(plan, { since: at, until: end });
  if (!first || first.since > at) return undefined;
  let { until } = first;
  for (const { since, userId, until: next } of later) {
    if (since > until || userId !== first.userId) break;
    until = next;
  }
  return { userId: first.userId, until: until < end ? until : undefined };
}

/** The parts of a span without a shift, in order. */
export function gapsBetween(shifts: readonly Span[], { since, until }: Span): Span[] {
  const starts = [since, ...shifts.map((shift) => shift.until)];
  const ends = [...shifts.map((shift) => shift.since), until];
  return starts.flatMap((start, place) => {
    const end = ends[place] ?? until;
    return start < end ? [{ since: start, until: end }] : [];
  });
}

/** A time at which a different person is on call; `undefined` if nobody is. */
export interface Difference extends Span {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The times within a span at which two plans have different people on call, in order. */
export function differencesOf(before: readonly Shift[], after: readonly Shift[], span: Span): Difference[] {
  const edges = [...before, ...after].flatMap(({ since, until }) => [since, until]);
  const instants = [...new Set([span.since, ...edges, span.until])].sort((one, other) => one - other);
  const [onCallBefore, onCallAfter] = [followed(before), followed(after)];
  const result: Difference[] = [];
  for (const [place, since] of instants.slice(0, -1).entries()) {
    const until = instants[place + 1] ?? span.until;
    const [from, to] = [onCallBefore(since), onCallAfter(since)];
    const last = result.at(-1);
    if (from === to) continue;
    if (last?.until === since && last.from === from && last.to === to) {
      result[result.length - 1] = { ...last, until };
    } else {
      result.push({ since, until, from, to });
    }
  }
  return result;
}

/** Returns a function that says who is on call at a time. Each call must be for a later time than the one before. */
function followed(shifts: readonly Shift[]): (at: number) => string | undefined {
  let place = 0;
  return (at) => {
    while ((shifts[place]?.until ?? Infinity) <= at) place += 1;
    const shift = shifts[place];
    return shift && shift.since <= at ? shift.userId : undefined;
  };
}

const byRotation = (period: Period): Shift => ({ ...period, overrideId: null });

function overridePeriod({ id, user_id: userId, ...times }: Override, span: Span): Shift[] {
  const since = Math.max(Date.parse(times.since), span.since);
  const until = Math.min(Date.parse(times.until), span.until);
  return since < until ? [{ since, until, userId, overrideId: id }] : [];
}

/** Puts one layer of shifts above another: where both have a shift, only the upper one remains. Both must be in order. */
function covered(below: readonly Shift[], above: readonly Shift[]): Shift[] {
  const shown = below.flatMap((shift) =>
    gapsBetween(within(above, shift), shift).map((it) => ({ ...shift, ...it })),
  );
  return [...shown, ...above].sort((one, other) => one.since - other.since);
}

/** The shifts that overlap a span, shortened to the part within it. */
function within(shifts: readonly Shift[], { since, until }: Span): Span[] {
  return shifts
    .filter((shift) => shift.since < until && shift.until > since)
    .map((shift) => ({ since: Math.max(shift.since, since), until: Math.min(shift.until, until) }));
}

function joined(shifts: readonly Shift[]): Shift[] {
  const result: Shift[] = [];
  for (const shift of shifts) {
    const last = result.at(-1);
    const isSame = last?.userId === shift.userId && last.overrideId === shift.overrideId;
    if (last && isSame && last.until === shift.since)
      result[result.length - 1] = { ...last, until: shift.until };
    else result.push(shift);
  }
  return result;
}
