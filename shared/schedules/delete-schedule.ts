import { deleteEntity } from '../table/change-entity.ts';
import { countDeleted } from '../table/limited-children.ts';
import type { Table } from '../table/table.ts';
import { SCHEDULES, type StoredSchedule } from './schedule.ts';
import { SCHEDULE_LIMIT } from './schedule-limit.ts';

/** Deletes a schedule with its overrides. */
export function deleteSchedule(
  table: Table,
  schedule: StoredSchedule,
  ifMatch: string | undefined,
): Promise<void> {
  return deleteEntity(table, SCHEDULES, schedule, {
    ifMatch,
    alongside: async ({ entity }) => [countDeleted(table, entity.tenant_id, SCHEDULE_LIMIT)],
  });
}
