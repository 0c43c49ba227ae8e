import type * as z from 'zod/mini';
import { CHILD_COUNT } from '../table/attributes.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { commit } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putEntity } from '../table/writes.ts';
import { MASTER_COUNT } from '../users/count-user.ts';
import { newUserWrites } from '../users/create-user.ts';
import { userInputSchema } from '../users/user.ts';
import { TENANTS, type Tenant, type tenantInputSchema } from './tenant.ts';

/** Creates a tenant and its first master, if one is given: both or neither. */
export async function createTenant(
  table: Table,
  { master, ...fields }: z.infer<typeof tenantInputSchema>,
  { id, masterId, at }: { id: string; masterId: string; at: string },
): Promise<Tenant> {
  const tenant: Tenant = { id, ...fields, created_at: at, updated_at: at };
  const count = master ? 1 : 0;
  const item = { ...TENANTS.item(tenant), [CHILD_COUNT]: count, [MASTER_COUNT]: count };
  const masterWrites = master
    ? await newUserWrites(table, userInputSchema.parse({ ...master, role: 'tenant_master' }), {
        id: masterId,
        tenantId: id,
        at,
      })
    : { writes: [] };
  await commit(table, [
    putEntity(table, item),
    ...auditWrites(table, TENANTS, undefined, tenant),
    ...masterWrites.writes,
  ]);
  return tenant;
}
