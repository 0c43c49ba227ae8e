import { ApiError, invalidField } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import type { Table } from '../table/table.ts';
import { readPeople } from './answer-on-call.ts';
import { keepPast } from './keep-past.ts';
import {
  KEPT_ENDED,
  OVERRIDE_LIMIT,
  OVERRIDES,
  type Override,
  PAST,
  SCHEDULE_OVERRIDES,
  SCHEDULES,
  type Schedule,
  type StoredSchedule,
} from './schedule.ts';
import type { OverrideInput, ScheduleOverride } from './schedule-contract.ts';

/** The overrides of a schedule are in its item, so changes of them happen one after the other, and their limit is exact. */

interface Origin {
  readonly id: string;
  readonly at: string;
}

/** Creates an override, with other writes in the same transaction. Of the ended overrides, only the newest are kept. */
export async function createOverride(
  table: Table,
  schedule: StoredSchedule,
  input: OverrideInput,
  { id, at }: Origin,
  alongside: (override: ScheduleOverride) => readonly GuardedWrite[],
): Promise<ScheduleOverride> {
  checkTimes(input, at);
  const { tenant_id: tenantId } = schedule.entity;
  const { name, status } = (await readPeople(table, tenantId, [input.user_id]))(input.user_id);
  if (status === 'deleted') {
    throw invalidField('user_id', 'The user_id field must be a user of the tenant.');
  }
  const override: Override = { id, ...input, created_at: at };
  return decideAndWrite(table, schedule, reloadEntity(table, SCHEDULES, schedule), (current, writeId) => {
    const isOver = ({ until }: Override) => until <= at;
    const ended = current.overrides.filter(isOver);
    if (current.overrides.length - ended.length >= OVERRIDE_LIMIT) throw new ApiError('too_many_overrides');
    const forgotten = new Set(ended.toSorted(byEnd).slice(0, -KEPT_ENDED));
    const kept = current.overrides.filter((it) => !forgotten.has(it));
    const result = shownOverride(override, current, name);
    const writes = [
      changeOverrides(table, current, [...kept, override], { at, writeId }),
      ...alongside(result),
      ...auditWrites(table, SCHEDULE_OVERRIDES, undefined, recorded(override, current.entity)),
    ];
    return { writes, result };
  });
}

/**
 * Deletes an override, if it matches If-Match. The shifts that it covered, of the rotations or of an older override, are
 * valid again.
 */
export function deleteOverride(
  table: Table,
  schedule: StoredSchedule,
  id: string,
  { ifMatch, at }: { readonly ifMatch: string | undefined; readonly at: string },
): Promise<void> {
  return decideAndWrite(
    table,
    schedule,
    reloadEntity(table, SCHEDULES, schedule),
    async (current, writeId) => {
      const override = current.overrides.find((it) => it.id === id);
      if (!override) throw new ApiError('not_found');
      if (ifMatch !== undefined) {
        const personOf = await readPeople(table, current.entity.tenant_id, [override.user_id]);
        checkIfMatch(ifMatch, shownOverride(override, current, personOf(override.user_id).name));
      }
      const others = current.overrides.filter((it) => it !== override);
      const writes = [
        changeOverrides(table, current, others, { at, writeId }),
        ...auditWrites(table, SCHEDULE_OVERRIDES, recorded(override, current.entity), undefined),
      ];
      return { writes, result: undefined };
    },
  );
}

/** The overrides of a schedule, in the order of their beginnings. */
export async function listOverrides(table: Table, schedule: StoredSchedule): Promise<ScheduleOverride[]> {
  const { entity, overrides } = schedule;
  const userIds = overrides.map(({ user_id }) => user_id);
  const personOf = await readPeople(table, entity.tenant_id, userIds);
  return overrides
    .toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since))
    .map((it) => shownOverride(it, schedule, personOf(it.user_id).name));
}

/** Shows an override to clients. The fields are in the order of its schema, because an ETag depends on that order. */
function shownOverride(
  { id, user_id, since, until, created_at }: Override,
  { entity }: StoredSchedule,
  name: string | null,
): ScheduleOverride {
  return { id, schedule_id: entity.id, user_id, name, since, until, created_at };
}

function checkTimes({ since, until }: OverrideInput, at: string): void {
  if (until <= since) throw invalidField('until', 'The until field must be later than since.');
  if (until <= at) throw invalidField('until', 'The until field must be in the future.');
}

const byEnd = (one: Override, other: Override) => Date.parse(one.until) - Date.parse(other.until);

/** The override in the form in which the audit log records it: with the name of its schedule. */
function recorded(override: Override, { tenant_id, id, name }: Schedule) {
  return { ...override, tenant_id, schedule_id: id, name };
}

/** Changes the overrides. Where one of them had begun, the time until now keeps who was on call. */
function changeOverrides(
  table: Table,
  schedule: StoredSchedule,
  after: readonly Override[],
  { at, writeId }: { readonly at: string; readonly writeId: string },
): GuardedWrite {
  const { entity, overrides, version } = schedule;
  const changed = [...overrides, ...after].filter((it) => !(overrides.includes(it) && after.includes(it)));
  const hasBegun = changed.some(({ since }) => Date.parse(since) < Date.parse(at));
  const item = SCHEDULES.item(entity);
  const before = { ...item, [OVERRIDES]: overrides, [PAST]: schedule.past };
  const past = hasBegun ? keepPast(schedule, at) : schedule.past;
  return changeItem(table, before, { ...item, [OVERRIDES]: after, [PAST]: past }, { version, writeId });
}
