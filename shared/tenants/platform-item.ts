import * as z from 'zod/mini';
import { getItem } from '../table/get-item.ts';
import { platformKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

const platformItemSchema = z.object({ tenant_id: z.string() });

/** The item that names the platform's own tenant. */
export function platformItem(tenantId: string) {
  return { ...platformKey, tenant_id: tenantId };
}

export const readPlatformItem = (item: Readonly<Record<string, unknown>>) =>
  platformItemSchema.parse(item).tenant_id;

export async function isPlatformTenant(table: Table, tenantId: string): Promise<boolean> {
  const item = await getItem(table, platformKey);
  return item !== undefined && readPlatformItem(item) === tenantId;
}
