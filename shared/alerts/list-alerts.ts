import { type Page, type PageRequest, readPage } from '../lists/page.ts';
import { type Extent, planAlertList } from '../lists/plan.ts';
import { readPartition } from '../lists/read-partition.ts';
import type { Table } from '../table/table.ts';
import { type Alert, type AlertFilters, alertSchema } from './alert.ts';

/** A page of the alerts of an extent that match the filters, newest first. */
export function listAlerts(
  table: Table,
  extent: Extent,
  filters: AlertFilters,
  page: PageRequest,
): Promise<Page<Alert>> {
  const plan = planAlertList(extent, filters);
  return readPage(plan.partitions, readPartition(table, alertSchema, plan), page);
}
