import { isOperational } from '../access.ts';
import { ApiError, type FieldErrors, invalidField } from '../errors.ts';
import { checkIfMatch } from '../etag.ts';
import { SITES } from '../sites/site.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { batchGet } from '../table/batch-get.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import { assignmentKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { requireItem } from '../table/writes.ts';
import { assignmentItem, getAssignment } from './assignment.ts';
import { type Account, USERS, type User } from './user.ts';

/**
 * Replaces the sites assigned to an operator or viewer, in one step. Every site must belong to the user's tenant.
 * Resolves to the assigned sites without duplicates.
 */
export function assignSites(
  table: Table,
  account: Account,
  siteIds: readonly string[],
  ifMatch: string | undefined,
): Promise<string[]> {
  const owner = { tenantId: account.entity.tenant_id, userId: account.entity.id };
  const assigned = [...new Set(siteIds)];
  return decideAndWrite(
    table,
    account,
    reloadEntity(table, USERS, account),
    async ({ entity: user }, writeId) => {
      if (!isOperational(user.role)) {
        throw invalidField('site_ids', 'Sites are assigned to operators and viewers only.');
      }
      const [assignment] = await Promise.all([
        getAssignment(table, owner),
        checkSites(table, user.tenant_id, siteIds),
      ]);
      if (ifMatch !== undefined) {
        checkIfMatch(ifMatch, { site_ids: await existingSites(table, user.tenant_id, assignment.siteIds) });
      }
      const writes = [
        changeItem(table, { ...assignmentKey(user.tenant_id, user.id) }, assignmentItem(user, assigned), {
          version: assignment.version,
          writeId,
        }),
        requireItem(table, USERS.key(user.tenant_id, user.id), 'stale', { role: user.role }),
        ...auditWrites(table, USERS, withSites(user, assignment.siteIds), withSites(user, assigned)),
      ];
      return { writes, result: assigned };
    },
  );
}

const withSites = (user: User, siteIds: readonly string[]) => ({ ...user, site_ids: siteIds.toSorted() });

/** The assigned sites that still exist: the API shows them, and accepts them again. */
export async function getExistingAssignedSites(table: Table, { entity: user }: Account): Promise<string[]> {
  const { siteIds } = await getAssignment(table, { tenantId: user.tenant_id, userId: user.id });
  return existingSites(table, user.tenant_id, siteIds);
}

/** Throws `validation_failed` with each id that is not a site of the tenant. */
async function checkSites(table: Table, tenantId: string, siteIds: readonly string[]): Promise<void> {
  const existing = new Set(await existingSites(table, tenantId, siteIds));
  const fields: FieldErrors = {};
  for (const [place, id] of siteIds.entries()) {
    const field = `site_ids.${place}`;
    if (!existing.has(id)) fields[field] = [`The ${field} field must be an existing site.`];
  }
  if (Object.keys(fields).length > 0) throw new ApiError('validation_failed', { fields });
}

async function existingSites(table: Table, tenantId: string, siteIds: readonly string[]): Promise<string[]> {
  const sites = await batchGet(
    table,
    siteIds.map((id) => SITES.key(tenantId, id)),
  );
  return siteIds.filter((_, place) => sites[place] !== undefined);
}
