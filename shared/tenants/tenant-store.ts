import { type EntityItem, entityItem } from '../table/entity-item.ts';
import { tenantKey } from '../table/keys.ts';
import type { Tenant } from './tenant.ts';

export function tenantItem(tenant: Tenant): EntityItem<Tenant> {
  return entityItem('TENANT', tenantKey(tenant.id), tenant, { status: tenant.status });
}
