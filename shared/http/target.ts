import { PROFILES, type Subject } from '../access.ts';
import type { AuthenticatedUser } from '../actor.ts';
import { type Alert, alertSchema } from '../alerts/alert.ts';
import { type Device, deviceSchema } from '../devices/device.ts';
import { isId } from '../ids.ts';
import { type Site, siteSchema } from '../sites/site.ts';
import { readStored, type Stored } from '../table/entity-item.ts';
import { findTenantOf, getItem } from '../table/get-entity.ts';
import { entityKey, type ItemKey, type TenantKind, tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Tenant, tenantSchema } from '../tenants/tenant.ts';
import { type Account, readAccount } from '../users/user-store.ts';
import { type Zone, zoneSchema } from '../zones/zone.ts';
import type { TargetKind } from './route.ts';

/** What each kind of target is, once loaded, with what a change of it must know. */
export interface Targets {
  tenant: Stored<Tenant>;
  site: Stored<Site>;
  zone: Stored<Zone>;
  device: Stored<Device>;
  user: Account;
  alert: Stored<Alert>;
}

interface TargetReader<T> {
  /** The kind in the table; a tenant's own key follows from its id. */
  readonly kind: TenantKind | undefined;
  readonly read: (item: Record<string, unknown>) => T;
  /** Where the target lies, which decides who reaches it. */
  readonly subject: (target: T) => Subject;
}

const TARGETS: { [K in TargetKind]: TargetReader<Targets[K]> } = {
  tenant: {
    kind: undefined,
    read: (item) => readStored(tenantSchema, item),
    subject: ({ entity }) => ({ tenant_id: entity.id }),
  },
  site: {
    kind: 'SITE',
    read: (item) => readStored(siteSchema, item),
    subject: ({ entity: { id, tenant_id } }) => ({ tenant_id, site_id: id }),
  },
  zone: { kind: 'ZONE', read: (item) => readStored(zoneSchema, item), subject: ({ entity }) => entity },
  device: { kind: 'DEVICE', read: (item) => readStored(deviceSchema, item), subject: ({ entity }) => entity },
  user: {
    kind: 'USER',
    read: readAccount,
    subject: ({ user }) => ({ tenant_id: user.tenant_id, user_id: user.id, role: user.role }),
  },
  alert: { kind: 'ALERT', read: (item) => readStored(alertSchema, item), subject: ({ entity }) => entity },
};

export interface LoadedTarget {
  readonly target: Targets[TargetKind];
  readonly subject: Subject;
}

/**
 * Loads what a path parameter names, strongly consistent, from the caller's tenant or, for a platform admin, from
 * the tenant that it belongs to. Whether it is in the caller's reach is for the caller of this to decide.
 */
export async function loadTarget<K extends TargetKind>(
  table: Table,
  target: K,
  id: string | undefined,
  caller: AuthenticatedUser,
): Promise<LoadedTarget | undefined> {
  if (id === undefined || !isId(id)) return undefined; // what is no id names nothing
  const { kind, read, subject } = TARGETS[target];
  const key = kind ? await findKey(table, kind, id, caller) : tenantKey(id);
  const item = key && (await getItem(table, key));
  if (!item) return undefined;
  const found = read(item);
  return { target: found, subject: subject(found) };
}

async function findKey(
  table: Table,
  kind: TenantKind,
  id: string,
  caller: AuthenticatedUser,
): Promise<ItemKey | undefined> {
  const anywhere = PROFILES[caller.role].reach === 'platform';
  const tenantId = anywhere ? await findTenantOf(table, kind, id) : caller.tenantId;
  return tenantId === undefined ? undefined : entityKey(kind, tenantId, id);
}
