import { REACH, type Subject } from '../access.ts';
import type { AuthenticatedUser } from '../actor.ts';
import { isId } from '../ids.ts';
import { findTenantOf } from '../table/find-tenant.ts';
import { getItem } from '../table/get-item.ts';
import type { Entity, Kind, KindKeys } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { TARGET_KINDS, type TargetKind } from './target-kinds.ts';

export interface LoadedTarget {
  readonly target: unknown;
  /** Where it lies, which decides who reaches it. */
  readonly subject: Subject;
}

/**
 * Loads what a path parameter names, strongly consistent, from the caller's tenant or, for a platform admin, from
 * the tenant that it belongs to. Whether it is in the caller's reach is for the caller of this to decide.
 */
export async function loadTarget(
  table: Table,
  target: TargetKind,
  id: string | undefined,
  caller: AuthenticatedUser,
): Promise<LoadedTarget | undefined> {
  if (id === undefined || !isId(id)) return undefined; // nothing has an id that is none
  const kind: Kind<Entity> = TARGET_KINDS[target];
  const tenantId = target === 'tenant' ? id : await findTenant(table, kind, id, caller);
  const item = tenantId === undefined ? undefined : await getItem(table, kind.key(tenantId, id));
  if (!item) return undefined;
  const stored = kind.read(item);
  return { target: stored, subject: kind.subject(stored.entity) };
}

async function findTenant(
  table: Table,
  kind: KindKeys,
  id: string,
  caller: AuthenticatedUser,
): Promise<string | undefined> {
  return REACH[caller.role] === 'platform' ? findTenantOf(table, kind, id) : caller.tenantId;
}
