import * as z from 'zod/mini';
import { newUserWrites } from '../accounts/change-users.ts';
import { countUser, MASTER_COUNT } from '../accounts/count-user.ts';
import type { User } from '../accounts/user.ts';
import type { UserInput } from '../accounts/user-contract.ts';
import { ApiError } from '../base/errors.ts';
import { USUAL_REMINDERS } from '../base/severities.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { CHILD_COUNT, platformKey, tenantKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { putEntity, putNew } from '../table/writes.ts';
import { TENANTS, type Tenant } from './tenant.ts';

export const PLATFORM_TENANT_NAME = 'Guard platform';

/** The id of the platform's own tenant, and the tenant if it still exists. */
interface Platform {
  readonly named: string | undefined;
  readonly version: Version;
  readonly tenant: Tenant | undefined;
}

/**
 * Creates a platform admin in the platform's own tenant. The first platform admin also creates that tenant. One item names
 * it: if several first calls are concurrent, one creates the tenant and the others use it. If the tenant was deleted, a new
 * one takes its place.
 */
export async function createPlatformAdmin(
  table: Table,
  input: Omit<UserInput, 'role'>,
  { id, tenantId, at }: { id: string; tenantId: string; at: string },
): Promise<{ user: User; tenant: Tenant }> {
  const load = () => findPlatform(table);
  const admin: UserInput = { ...input, role: 'platform_admin' };
  return decideAndWrite(table, await load(), load, async (platform, writeId) => {
    const { tenant: existing } = platform;
    // In a tenant that is not active, nobody could sign in with the new account.
    if (existing && existing.status !== 'active') {
      throw new ApiError('account_not_active', { reason: 'tenant_not_active' });
    }
    const tenant = existing ?? newPlatformTenant(tenantId, at);
    const { user, writes } = await newUserWrites(table, admin, { id, tenantId: tenant.id, at });
    const tenantWrites = existing
      ? countUser(table, tenant.id, undefined, user).map(asStale)
      : foundPlatform(table, tenant, platform, writeId);
    return { writes: [...tenantWrites, ...writes], result: { user, tenant } };
  });
}

function newPlatformTenant(id: string, at: string): Tenant {
  return {
    id,
    name: PLATFORM_TENANT_NAME,
    status: 'active',
    requests_per_minute: null,
    time_zone: null,
    reminders: USUAL_REMINDERS,
    created_at: at,
    updated_at: at,
  };
}

async function findPlatform(table: Table): Promise<Platform> {
  const item = await getItem(table, platformKey);
  const version = readVersion(item);
  if (!item) return { named: undefined, version, tenant: undefined };
  const named = readPlatformItem(item);
  const tenant = await getItem(table, tenantKey(named));
  return { named, version, tenant: tenant && TENANTS.entityOf(tenant) };
}

/** Makes the writes that create the tenant, on the condition that no other tenant was named meanwhile. */
function foundPlatform(
  table: Table,
  tenant: Tenant,
  { named, version }: Platform,
  writeId: string,
): GuardedWrite[] {
  const item = platformItem(tenant.id);
  return [
    named === undefined
      ? putNew(table, item, 'stale')
      : changeItem(table, platformItem(named), item, { version, writeId }),
    putEntity(table, { ...TENANTS.item(tenant), [CHILD_COUNT]: 1, [MASTER_COUNT]: 0 }),
    ...auditWrites(table, TENANTS, undefined, tenant),
  ];
}

/** Makes a refusal of this write lead to a new decision, for when the tenant was deleted meanwhile. */
function asStale({ write }: GuardedWrite): GuardedWrite {
  return { write, refused: 'stale' };
}

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
