import { updateEntity } from '../table/change-entity.ts';
import type { Table } from '../table/table.ts';
import { checkUsers } from './check-users.ts';
import { SCHEDULES, type Schedule, type StoredSchedule } from './schedule.ts';
import type { ScheduleChanges } from './schedule-contract.ts';

/** Changes the given fields. Rotations are replaced as a whole, and name existing users only. */
export async function updateSchedule(
  table: Table,
  schedule: StoredSchedule,
  changes: ScheduleChanges,
  when: { readonly ifMatch: string | undefined; readonly at: string },
): Promise<Schedule> {
  if (changes.rotations) await checkUsers(table, schedule.entity.tenant_id, changes.rotations);
  return updateEntity(table, SCHEDULES, schedule, changes, when);
}
