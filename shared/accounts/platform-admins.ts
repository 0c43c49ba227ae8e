import type { Actor } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { tenantKey } from '../table/keys.ts';
import { planByTypeAndStatus } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { requireItem } from '../table/writes.ts';
import { isActiveTenant } from './account.ts';
import { USERS, type User } from './user.ts';

/** A platform admin who must still be active when another one is removed. */
interface Witness {
  readonly userId: string;
  readonly tenantId: string;
}

/** Makes the checks that this platform admin is active and can sign in, for the transaction of a change. */
export function requirePlatformAdmin(
  table: Table,
  { userId, tenantId }: Witness,
  changedTenantId: string,
): GuardedWrite[] {
  const active = { role: 'platform_admin', status: 'active' };
  const user = requireItem(table, USERS.key(tenantId, userId), 'last_platform_admin', active);
  // A transaction may name an item only once. If both belong to the same tenant, the change itself already writes that
  // tenant's item.
  if (tenantId === changedTenantId) return [user];
  return [user, requireItem(table, tenantKey(tenantId), 'last_platform_admin', { status: 'active' })];
}

/**
 * Prevents the loss of the last active platform admin. A change that removes one requires that another one is active: the
 * caller, who cannot remove themselves, or any other one at the command line, where there is no caller. If two admins remove
 * each other at the same time, only one succeeds.
 */
export async function keepPlatformAdmin(
  table: Table,
  { userId, tenantId }: Actor,
  before: User,
  after: User | undefined,
): Promise<GuardedWrite[]> {
  if (!isActivePlatformAdmin(before) || (after && isActivePlatformAdmin(after))) return [];
  const caller = userId !== undefined && tenantId !== undefined ? { userId, tenantId } : undefined;
  return requirePlatformAdmin(table, caller ?? (await findOther(table, before)), before.tenant_id);
}

function isActivePlatformAdmin({ role, status }: Pick<User, 'role' | 'status'>): boolean {
  return role === 'platform_admin' && status === 'active';
}

/** How many candidates are read. A platform has few admins. */
const CANDIDATES = 100;

/** Finds another active platform admin of an active tenant. Throws `last_platform_admin` if there is none. */
async function findOther(table: Table, { id }: User): Promise<Witness> {
  const active = { type: 'platform_admin', status: 'active' };
  const plan = planByTypeAndStatus(USERS, { kind: 'platform' }, active);
  const { items } = await listEntities(table, USERS, plan, { position: undefined, limit: CANDIDATES });
  const others = items.map((user) => USERS.schema.parse(user)).filter((user) => user.id !== id);
  const tenants = await batchGet(
    table,
    others.map((user) => tenantKey(user.tenant_id)),
  );
  const other = others.find((_, place) => isActiveTenant(tenants[place]));
  if (!other) throw new ApiError('last_platform_admin');
  return { userId: other.id, tenantId: other.tenant_id };
}
