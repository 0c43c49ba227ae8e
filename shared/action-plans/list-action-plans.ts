import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { type Extent, planList } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { ACTION_PLANS, type ActionPlan } from './action-plan.ts';

/** A page of the action plans of an extent, newest first. */
export function listActionPlans(table: Table, extent: Extent, page: PageRequest): Promise<Page<ActionPlan>> {
  return listEntities(table, ACTION_PLANS, planList(ACTION_PLANS, extent), page);
}
