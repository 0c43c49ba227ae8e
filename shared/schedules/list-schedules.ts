import type { Scope } from '../access.ts';
import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { planList } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { SCHEDULES, type Schedule } from './schedule.ts';

/** A page of the schedules within a scope, newest first. Schedules belong to no site: operators see all of their tenant. */
export function listSchedules(table: Table, scope: Scope, page: PageRequest): Promise<Page<Schedule>> {
  const extent =
    scope.kind === 'assigned_sites' ? ({ kind: 'tenant', tenantId: scope.tenantId } as const) : scope;
  return listEntities(table, SCHEDULES, planList(SCHEDULES, extent), page);
}
