import * as z from 'zod/mini';
import { isOperational } from '../access.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { getItem } from '../table/get-item.ts';
import { assignmentKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { deleteAny } from '../table/writes.ts';
import type { User } from './user.ts';

const assignmentItemSchema = z.object({ site_ids: z.array(z.string()) });

export function assignmentItem(user: Pick<User, 'tenant_id' | 'id'>, siteIds: readonly string[]) {
  return { ...assignmentKey(user.tenant_id, user.id), site_ids: [...siteIds] };
}

interface Assignment {
  readonly siteIds: readonly string[];
  readonly version: Version;
}

/** The sites assigned to an operator or viewer, strongly consistent. */
export async function getAssignment(
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

/** Only users who work at sites have an assignment. A user who gets such a role again starts without sites. */
export function unassignSites(table: Table, user: User, changed: User): GuardedWrite[] {
  if (!isOperational(user.role) || isOperational(changed.role)) return [];
  return [deleteAny(table, assignmentKey(user.tenant_id, user.id))];
}
