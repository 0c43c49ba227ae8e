import { type Page, type PageRequest, readPage } from '../lists/page.ts';
import { type Extent, planList } from '../lists/plan.ts';
import { readPartition } from '../lists/read-partition.ts';
import { type EntityItem, entityItem } from '../table/entity-item.ts';
import { tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Tenant, tenantSchema } from './tenant.ts';

export function tenantItem(tenant: Tenant): EntityItem<Tenant> {
  return entityItem('TENANT', tenantKey(tenant.id), tenant, { status: tenant.status });
}

/** A page of all tenants, newest first. */
export function listTenants(table: Table, extent: Extent, page: PageRequest): Promise<Page<Tenant>> {
  const plan = planList('TENANT', extent, undefined, {});
  return readPage(plan.partitions, readPartition(table, tenantSchema, plan), page);
}
