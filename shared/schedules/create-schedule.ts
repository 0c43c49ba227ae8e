import { createEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { checkUsers } from './check-users.ts';
import { SCHEDULES, type Schedule } from './schedule.ts';
import type { ScheduleInput } from './schedule-contract.ts';

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
