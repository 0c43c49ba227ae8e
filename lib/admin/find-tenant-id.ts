import * as z from 'zod/mini';
import { idField } from '../../shared/base/fields.ts';
import { validate } from '../../shared/base/validation.ts';
import { tenantKey } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import { AdminError } from './admin-error.ts';

const tenantSchema = z.object({ tenant_id: idField });

export async function findTenantId(table: Table, givenId: string): Promise<string> {
  const { tenant_id: tenantId } = validate(tenantSchema, { tenant_id: givenId });
  if (!(await getItem(table, tenantKey(tenantId)))) throw new AdminError(`There is no tenant ${tenantId}.`);
  return tenantId;
}
