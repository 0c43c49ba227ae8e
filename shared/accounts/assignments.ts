import * as z from 'zod/mini';
import { isOperational, type Role, SCOPE, type Scope } from '../base/access.ts';
import { ApiError, type FieldErrors, invalidField } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { SITES } from '../sites/site.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { assignmentKey, type ItemKey } from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { deleteAny, requireItem } from '../table/writes.ts';
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

/** The assigned sites that still exist. The API shows only these, so that a client can send the same list back. */
export async function getExistingAssignedSites(table: Table, { entity: user }: Account): Promise<string[]> {
  const { siteIds } = await getAssignment(table, { tenantId: user.tenant_id, userId: user.id });
  return existingSites(table, user.tenant_id, siteIds);
}

/** Throws `validation_failed`, naming each id that is not a site of the tenant. */
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

const assignmentItemSchema = z.object({ site_ids: z.array(z.string()) });

export function assignmentItem(user: Pick<User, 'tenant_id' | 'id'>, siteIds: readonly string[]) {
  return { ...assignmentKey(user.tenant_id, user.id), site_ids: [...siteIds] };
}

interface Assignment {
  readonly siteIds: readonly string[];
  readonly version: Version;
}

/** The sites assigned to an operator or viewer, strongly consistent. */
async function getAssignment(
  table: Table,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<Assignment> {
  const item = await getItem(table, assignmentKey(tenantId, userId));
  return { siteIds: readAssignedSites(item), version: readVersion(item) };
}

/** The sites in the item of an assignment; none if nothing was assigned yet. */
export function readAssignedSites(item: Readonly<Record<string, unknown>> | undefined): string[] {
  return item ? assignmentItemSchema.parse(item).site_ids : [];
}

/**
 * Makes the write that deletes a user's assignment if the new role has none. A user who gets a role with an assignment again
 * starts without sites.
 */
export function unassignSites(table: Table, user: User, changed: User): GuardedWrite[] {
  if (!isOperational(user.role) || isOperational(changed.role)) return [];
  return [deleteAny(table, assignmentKey(user.tenant_id, user.id))];
}

/** The fields of a user that decide the user's scope. */
interface ScopedUser {
  readonly tenantId: string;
  readonly userId: string;
  readonly role: Role;
}

/** The key of a user's assignment; none for roles without assignments. */
export function keysOfAssignment({ role, tenantId, userId }: ScopedUser): ItemKey[] {
  return SCOPE[role] === 'assigned_sites' ? [assignmentKey(tenantId, userId)] : [];
}

/** Returns the scope of a user. Requests, lists and connections all use this one rule. */
export function scopeOfUser(
  { role, tenantId, userId }: ScopedUser,
  assignment: Readonly<Record<string, unknown>> | undefined,
): Scope {
  const kind = SCOPE[role];
  switch (kind) {
    case 'platform':
      return { kind };
    case 'tenant':
      return { kind, tenantId };
    case 'assigned_sites':
      return { kind, tenantId, siteIds: readAssignedSites(assignment), userId };
  }
}
