import { checkIfMatch } from '../etag.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { checkUsers } from './check-users.ts';
import { keepTurns } from './keep-turns.ts';
import { SCHEDULES, type Schedule, type StoredSchedule } from './schedule.ts';
import type { ScheduleChanges } from './schedule-contract.ts';

/**
 * Changes the given fields. Rotations are replaced as a whole, and name existing users only. Whoever has a turn now keeps
 * it.
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

/** The schedule that `updateSchedule` would make of a stored one. Stores nothing. */
export async function draftSchedule(
  table: Table,
  schedule: StoredSchedule,
  changes: ScheduleChanges,
  at: string,
): Promise<StoredSchedule> {
  if (changes.rotations) await checkUsers(table, schedule.entity.tenant_id, changes.rotations);
  return changedSchedule(schedule, changes, at);
}

function changedSchedule(schedule: StoredSchedule, changes: ScheduleChanges, at: string): StoredSchedule {
  const { rotations, entity } = schedule;
  const changed = applyChanges(entity, changes, at);
  const kept = keepTurns({ time_zone: entity.time_zone, rotations }, changed, Date.parse(at));
  return { ...schedule, entity: changed, rotations: kept };
}

/** The item of a schedule with the anchors of its rotations. */
function itemOf({ entity, rotations }: StoredSchedule) {
  const item = SCHEDULES.item(entity);
  return { ...item, data: { ...item.data, rotations } };
}
