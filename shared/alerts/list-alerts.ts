import type { Reach } from '../access.ts';
import { type Page, type PageRequest, readPage } from '../lists/page.ts';
import { planAlertList } from '../lists/plan.ts';
import { readPartition } from '../lists/read-partition.ts';
import type { Site } from '../sites/site.ts';
import type { Table } from '../table/table.ts';
import { type Alert, type AlertFilters, alertSchema } from './alert.ts';

/** A page of the alerts in reach that match the filters, newest first. */
export function listAlerts(
  table: Table,
  reach: Reach,
  filters: AlertFilters,
  page: PageRequest,
): Promise<Page<Alert>> {
  const plan = planAlertList(reach, filters);
  return readPage(plan.partitions, readPartition(table, alertSchema, plan.filter), page);
}

/** The same of one site. */
export function listSiteAlerts(
  table: Table,
  site: Site,
  filters: AlertFilters,
  page: PageRequest,
): Promise<Page<Alert>> {
  const reach: Reach = { kind: 'assigned_sites', tenantId: site.tenant_id, siteIds: [site.id] };
  return listAlerts(table, reach, filters, page);
}
