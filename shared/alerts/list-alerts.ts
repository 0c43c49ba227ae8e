import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import type { Extent } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, type Alert, type AlertFilters } from './alert.ts';
import { planAlertList } from './plan-alert-list.ts';

export function listAlerts(
  table: Table,
  extent: Extent,
  filters: AlertFilters,
  page: PageRequest,
): Promise<Page<Alert>> {
  return listEntities(table, ALERTS, planAlertList(extent, filters), page);
}
