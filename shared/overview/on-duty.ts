import { formatTimestamp } from '../base/time.ts';
import type { NotificationRule } from '../notify/notification-rule.ts';
import { gapsBetween, planOf, type Shift, shiftsWithin } from '../schedules/on-call.ts';
import type { Span } from '../schedules/rotation-periods.ts';
import type { StoredSchedule } from '../schedules/schedule.ts';
import { MOST_SHOWN, type Overview } from './overview-contract.ts';

/** A schedule with its shifts in the time that an overview looks ahead. */
export interface PlannedSchedule {
  readonly schedule: StoredSchedule;
  readonly shifts: readonly Shift[];
}

export const plannedWithin =
  (span: Span) =>
  (schedule: StoredSchedule): PlannedSchedule => ({ schedule, shifts: shiftsWithin(planOf(schedule), span) });

/** Returns the name of a user who can act; `undefined` for every other user. */
export type NameOfActive = (userId: string) => string | undefined;

/** Says who is on call at the beginning of a span in each schedule, in the order of the names. */
export function onCallNow(
  planned: readonly PlannedSchedule[],
  { since, until }: Span,
  nameOf: NameOfActive,
): NonNullable<Overview['on_call']> {
  return planned
    .toSorted((one, other) => one.schedule.entity.name.localeCompare(other.schedule.entity.name, 'en'))
    .map(({ schedule: { entity }, shifts }) => {
      const [first, ...later] = shifts;
      const isOnCall = first !== undefined && first.since <= since;
      const name = isOnCall ? nameOf(first.userId) : undefined;
      const onCall =
        isOnCall && name !== undefined
          ? [{ user_id: first.userId, name, until: timeBefore(endOfTurn(first, later), until) }]
          : [];
      return { schedule_id: entity.id, name: entity.name, on_call: onCall, gap: onCall.length === 0 };
    });
}

/** When the person of a shift is no longer on call: shifts that follow at once may have the same person. */
function endOfTurn({ userId, until }: Shift, later: readonly Shift[]): number {
  let end = until;
  for (const shift of later) {
    if (shift.since > end || shift.userId !== userId) break;
    end = shift.until;
  }
  return end;
}

const timeBefore = (instant: number, end: number) =>
  instant < end ? formatTimestamp(new Date(instant)) : null;

/**
 * Finds the times in which an active rule names a schedule and reaches nobody: in none of its schedules is a person on call
 * who can act, and it names no other person who can. A rota for nights alone is therefore covered by day if another recipient
 * of its rule is, or if no rule names it.
 */
export function uncoveredTimes(
  planned: readonly PlannedSchedule[],
  rules: readonly Pick<NotificationRule, 'status' | 'recipients'>[],
  span: Span,
  nameOf: NameOfActive,
): NonNullable<Overview['uncovered']> {
  const byId = new Map(planned.map((it) => [it.schedule.entity.id, it]));
  const gaps = new Map<PlannedSchedule, Span[]>();
  for (const { status, recipients } of rules) {
    if (status !== 'active') continue;
    if (recipients.some((it) => 'user_id' in it && nameOf(it.user_id) !== undefined)) continue;
    const named = recipients.flatMap((it) => ('schedule_id' in it ? (byId.get(it.schedule_id) ?? []) : []));
    const filled = named.flatMap(({ shifts }) => shifts.filter(({ userId }) => nameOf(userId) !== undefined));
    const uncovered = gapsBetween(joined(filled), span);
    for (const it of named) gaps.set(it, joined([...(gaps.get(it) ?? []), ...uncovered]));
  }
  return [...gaps]
    .flatMap(
      ([
        {
          schedule: { entity },
        },
        spans,
      ]) => spans.map((it) => ({ ...it, id: entity.id, name: entity.name })),
    )
    .toSorted((one, other) => one.since - other.since)
    .slice(0, MOST_SHOWN)
    .map(({ id, name, since, until }) => ({
      schedule_id: id,
      name,
      since: formatTimestamp(new Date(since)),
      until: formatTimestamp(new Date(until)),
    }));
}

/** Counts the schedules that an active rule names. */
export function neededSchedules(
  schedules: readonly StoredSchedule[],
  rules: readonly Pick<NotificationRule, 'status' | 'recipients'>[],
): number {
  const named = rules
    .filter(({ status }) => status === 'active')
    .flatMap(({ recipients }) => recipients.flatMap((it) => ('schedule_id' in it ? [it.schedule_id] : [])));
  return schedules.filter(({ entity }) => named.includes(entity.id)).length;
}

/** Joins spans that overlap or touch, in order. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { since, until } of spans.toSorted((one, other) => one.since - other.since)) {
    const last = result.at(-1);
    if (last && since <= last.until) {
      result[result.length - 1] = { since: last.since, until: Math.max(last.until, until) };
    } else {
      result.push({ since, until });
    }
  }
  return result;
}
