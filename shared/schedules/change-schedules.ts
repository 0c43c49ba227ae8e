import { isDeepStrictEqual } from 'node:util';
import { USERS } from '../accounts/user.ts';
import type { Scope } from '../base/access.ts';
import { dateOfDay, dayOfDate } from '../base/calendar-days.ts';
import { ApiError, type FieldErrors } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { formatTimestamp } from '../base/time.ts';
import { wallClockOf } from '../base/wall-clock.ts';
import { WEEKDAYS } from '../base/weekdays.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { applyChanges, createEntity, reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import type { Page, PageRequest } from '../table/list-page.ts';
import { planList } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { keepPast } from './keep-past.ts';
import type { Plan } from './on-call.ts';
import type { Rotation, StoredRotation } from './rotation.ts';
import { turnAt } from './rotation-periods.ts';
import { PAST, SCHEDULES, type Schedule, type StoredSchedule } from './schedule.ts';
import type { ScheduleChanges, ScheduleInput } from './schedule-contract.ts';

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly at: string;
}

/** Creates a schedule in an existing tenant, with other writes in the same transaction. */
export async function createSchedule(
  table: Table,
  input: ScheduleInput,
  { id, tenantId, at }: Origin,
  alongside?: (schedule: Schedule) => readonly GuardedWrite[],
): Promise<Schedule> {
  await checkUsers(table, tenantId, input.rotations);
  const schedule: Schedule = { id, tenant_id: tenantId, ...input, created_at: at, updated_at: at };
  return createEntity(table, SCHEDULES, schedule, alongside?.(schedule));
}

/**
 * Changes the given fields. Given rotations replace the former ones as a whole, and may only name existing users. A person
 * who has a turn now keeps it.
 */
export async function updateSchedule(
  table: Table,
  schedule: StoredSchedule,
  changes: ScheduleChanges,
  { ifMatch, at }: { readonly ifMatch: string | undefined; readonly at: string },
): Promise<Schedule> {
  if (changes.rotations) await checkUsers(table, schedule.entity.tenant_id, changes.rotations);
  return decideAndWrite(table, schedule, reloadEntity(table, SCHEDULES, schedule), (current, writeId) => {
    const { entity, version } = current;
    checkIfMatch(ifMatch, entity);
    const { entity: changed, ...draft } = changedSchedule(current, changes, at);
    const write = changeItem(table, itemOf(current), itemOf({ ...draft, entity: changed }), {
      version,
      writeId,
    });
    return { writes: [write, ...auditWrites(table, SCHEDULES, entity, changed)], result: changed };
  });
}

/** Makes the schedule that `updateSchedule` would make of a stored one, without storing it. */
export async function draftSchedule(
  table: Table,
  schedule: StoredSchedule,
  changes: ScheduleChanges,
  at: string,
): Promise<StoredSchedule> {
  if (changes.rotations) await checkUsers(table, schedule.entity.tenant_id, changes.rotations);
  return changedSchedule(schedule, changes, at);
}

/** The same without a check that its users exist. */
export function changedSchedule(
  schedule: StoredSchedule,
  changes: ScheduleChanges,
  at: string,
): StoredSchedule {
  const { rotations, entity } = schedule;
  const changed = applyChanges(entity, changes, at);
  const kept = keepTurns({ time_zone: entity.time_zone, rotations }, changed, Date.parse(at));
  const isSamePlan = entity.time_zone === changed.time_zone && isDeepStrictEqual(kept, rotations);
  const past = isSamePlan ? schedule.past : keepPast(schedule, at);
  return { ...schedule, entity: changed, rotations: kept, past };
}

/** Makes the item of a schedule, including the anchors of its rotations and its former plans. */
function itemOf({ entity, rotations, past }: StoredSchedule) {
  const item = SCHEDULES.item(entity);
  return { ...item, data: { ...item.data, rotations }, [PAST]: past };
}

type Rotations<R> = Pick<Plan, 'time_zone'> & { readonly rotations: readonly R[] };

/**
 * Gives changed rotations anchors, so that a person who has a turn at the time of the change keeps it. If that person is
 * gone, the next person of the old order takes it over. A rotation that has another first day, or no person of before, begins
 * anew.
 */
export function keepTurns(
  before: Rotations<StoredRotation>,
  after: Rotations<Rotation>,
  at: number,
): StoredRotation[] {
  const others = [...before.rotations];
  const take = (found: StoredRotation | undefined) => found && others.splice(others.indexOf(found), 1)[0];
  const unchanged = after.rotations.map((rotation) => take(others.find((it) => isSame(it, rotation))));
  return after.rotations.map((rotation, place) => {
    const same = unchanged[place];
    if (same && before.time_zone === after.time_zone) return same;
    const former = same ?? take(closest(rotation, others));
    if (!former) return rotation;
    return keepTurn(former, rotation, [before.time_zone, after.time_zone], at);
  });
}

function isSame({ anchor: _, ...one }: StoredRotation, other: Rotation): boolean {
  return isDeepStrictEqual(one, { ...other });
}

/**
 * Finds the former rotation of which this one is a change. Rotations have no ids, so it is the one with the same first day
 * that has most of the same people.
 */
function closest({ starts_on, user_ids }: Rotation, others: readonly StoredRotation[]) {
  const shared = (it: StoredRotation) => it.user_ids.filter((id) => user_ids.includes(id)).length;
  return others
    .filter((it) => it.starts_on === starts_on && shared(it) > 0)
    .toSorted((one, other) => shared(other) - shared(one))[0];
}

function keepTurn(
  former: StoredRotation,
  rotation: Rotation,
  [zoneBefore, zoneAfter]: readonly [string, string],
  at: number,
): StoredRotation {
  const present = turnAt(former, wallClockOf(zoneBefore), at);
  if (!present) return rotation;
  const turn = placeAfter(former.user_ids, present.place, rotation.user_ids);
  // In a rotation by weeks, the handoff is on the weekday of the first day.
  const firstDay = dayOfDate(rotation.starts_on);
  const ahead = rotation.every === 'week' ? (present.day - firstDay) % WEEKDAYS.length : 0;
  const anchor = anchorAt(turn, present.day - ahead, present.since);
  // If a turn is shorter now, the same person stays on duty until the next handoff.
  const now = turnAt({ ...rotation, anchor }, wallClockOf(zoneAfter), at);
  return { ...rotation, anchor: now ? anchorAt(turn, now.day, now.since) : anchor };
}

function anchorAt(turn: number, day: number, since: number) {
  return {
    turn,
    day: dateOfDay(day),
    since: formatTimestamp(new Date(since)),
  };
}

/** The position of a turn's person in the new order; if the person is not in it, that of the next person who is. */
function placeAfter(before: readonly string[], place: number, after: readonly string[]): number {
  const order = (ids: readonly string[], from: number) => [...ids.slice(from), ...ids.slice(0, from)];
  const expected = order(before, place).filter((id) => after.includes(id));
  /** How many of the people that follow are the same in both orders. This distinguishes several turns of one person. */
  const agreement = (turn: number) => {
    const actual = order(after, turn).filter((id) => before.includes(id));
    const differs = expected.findIndex((id, step) => id !== actual[step]);
    return differs < 0 ? expected.length : differs;
  };
  const turns = [...after.keys()].filter((turn) => after[turn] === expected[0]);
  const [best = 0] = turns.toSorted(
    (one, other) => agreement(other) - agreement(one) || Math.abs(one - place) - Math.abs(other - place),
  );
  return best;
}

/**
 * Reads a page of the schedules within a scope, newest first. A schedule belongs to no site, so operators see all schedules
 * of their tenant.
 */
export function listSchedules(table: Table, scope: Scope, page: PageRequest): Promise<Page<Schedule>> {
  const extent =
    scope.kind === 'assigned_sites' ? ({ kind: 'tenant', tenantId: scope.tenantId } as const) : scope;
  return listEntities(table, SCHEDULES, planList(SCHEDULES, extent), page);
}

/** Throws `validation_failed` for each user of a rotation who does not belong to the tenant. A user may be deleted later. */
async function checkUsers(
  table: Table,
  tenantId: string,
  rotations: readonly Pick<Rotation, 'user_ids'>[],
): Promise<void> {
  const named = rotations.flatMap(({ user_ids: ids }, rotation) =>
    ids.map((id, place) => ({ id, field: `rotations.${rotation}.user_ids.${place}` })),
  );
  const users = await batchGet(
    table,
    named.map(({ id }) => USERS.key(tenantId, id)),
  );
  const fields: FieldErrors = Object.fromEntries(
    named
      .filter((_, place) => !users[place])
      .map(({ field }) => [field, [`The ${field} field must be a user of the tenant.`]]),
  );
  if (Object.keys(fields).length > 0) throw new ApiError('validation_failed', { fields });
}
