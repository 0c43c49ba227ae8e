import { OWN_TENANT_ID } from '../../shared/base/ids.ts';
import { tenantKey } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import { spreadTenant } from '../../shared/tenants/change-tenants.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { AdminError } from './admin-error.ts';
import type { AdminCommand } from './context.ts';
import { findTenantId } from './find-tenant-id.ts';

interface Options {
  readonly tenantId: string;
  readonly off?: boolean;
}

/** Lets the requests of a tenant read its status from copies, or from the tenant again. Can be repeated at any time. */
export const spreadTenantCommand: AdminCommand<Options> = async ({ table }, { tenantId: givenId, off }) => {
  const tenantId = await findTenantId(table, givenId);
  const item = await getItem(table, tenantKey(tenantId));
  if (!item || tenantId === OWN_TENANT_ID) throw new AdminError(`There is no tenant ${tenantId}.`);
  await spreadTenant(table, TENANTS.read(item), !off);
  return `Requests of the tenant ${tenantId} read its ${off ? 'own item' : 'copies'}.`;
};
