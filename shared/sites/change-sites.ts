import type * as z from 'zod/mini';
import { isPermitted } from '../base/access.ts';
import type { AuthenticatedUser } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import type { Escalation } from '../base/severities.ts';
import { createEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { SITES, type Site, type siteInputSchema } from './site.ts';

/** Creates a site in an existing tenant, with other writes in the same transaction. */
export function createSite(
  table: Table,
  input: z.infer<typeof siteInputSchema>,
  { id, tenantId, at }: { id: string; tenantId: string; at: string },
  alongside?: (site: Site) => readonly GuardedWrite[],
): Promise<Site> {
  const site: Site = { id, tenant_id: tenantId, ...input, created_at: at, updated_at: at };
  return createEntity(table, SITES, site, alongside?.(site));
}

/**
 * Throws `forbidden` if the caller sets the escalation of a site without the permission to set that of the tenant, which it
 * overrides.
 */
export function checkSetsEscalation(
  { role }: Pick<AuthenticatedUser, 'role'>,
  { escalation }: { readonly escalation?: Escalation | null | undefined },
): void {
  if (escalation !== undefined && !isPermitted(role, 'escalation:update')) throw new ApiError('forbidden');
}
