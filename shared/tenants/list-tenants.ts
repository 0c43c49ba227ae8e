import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { type Extent, planList } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { TENANTS, type Tenant } from './tenant.ts';

export function listTenants(table: Table, extent: Extent, page: PageRequest): Promise<Page<Tenant>> {
  return listEntities(table, TENANTS, planList(TENANTS, extent), page);
}
