import type * as z from 'zod/mini';
import { createEntity } from '../table/change-entity.ts';
import type { Table } from '../table/table.ts';
import { SITES, type Site, type siteInputSchema } from './site.ts';

/** Creates a site in a tenant, which must exist. */
export function createSite(
  table: Table,
  input: z.infer<typeof siteInputSchema>,
  { id, tenantId, at }: { id: string; tenantId: string; at: string },
): Promise<Site> {
  return createEntity(table, SITES, { id, tenant_id: tenantId, ...input, created_at: at, updated_at: at });
}
