import { createHash } from 'node:crypto';
import { alertItem } from '../../shared/alerts/alert-store.ts';
import { deviceItem, serialItem } from '../../shared/devices/device-store.ts';
import { newId } from '../../shared/ids.ts';
import { siteItem } from '../../shared/sites/site-store.ts';
import type { Table } from '../../shared/table/table.ts';
import { CHILD_COUNT } from '../../shared/table/writes.ts';
import { PLATFORM_TENANT_NAME, platformItem } from '../../shared/tenants/platform-tenant.ts';
import { isActiveMaster, MASTER_COUNT } from '../../shared/tenants/tenant-counts.ts';
import { tenantItem } from '../../shared/tenants/tenant-store.ts';
import { hashPassword } from '../../shared/users/password.ts';
import type { User } from '../../shared/users/user.ts';
import { assignmentItem, emailItem, userItem } from '../../shared/users/user-store.ts';
import { zoneItem } from '../../shared/zones/zone-store.ts';
import {
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  type DemoAccount,
  type DemoTenantName,
  demoTenant,
  demoUser,
} from './demo-accounts.ts';
import { demoAlerts } from './demo-alerts.ts';
import { type DemoSite, demoPremises } from './demo-premises.ts';
import { writeItems } from './write-items.ts';

export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';

/** Written last: where it stands, the demo data is whole. */
export const DEMO_MARKER = { pk: 'DEMO', sk: 'DEMO' } as const;

const NEWEST_ALERT_AT = new Date('2026-11-01T18:00:00Z');

/** The tenants, in the order in which they were founded. */
const TENANTS: readonly { name: DemoTenantName; foundedAt: Date; alerts: number }[] = [
  { name: 'Guard platform', foundedAt: new Date('2026-08-31T08:00:00Z'), alerts: 0 },
  { name: 'Acme', foundedAt: new Date('2026-09-01T08:00:00Z'), alerts: 200 },
  { name: 'Globex', foundedAt: new Date('2026-09-02T08:00:00Z'), alerts: 48 },
];

type Item = Record<string, unknown>;

/**
 * Writes the demo data. It is the same every time, ids included, so doing it again after a start that was cut
 * short completes it.
 */
export async function seedDemoData(table: Table): Promise<void> {
  const makeId = sequentialIds();
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await writeItems(
    table,
    TENANTS.flatMap((tenant) => tenantItems(tenant, makeId, passwordHash)),
  );
  await writeItems(table, [DEMO_MARKER]);
}

function tenantItems(
  { name, foundedAt, alerts: count }: (typeof TENANTS)[number],
  makeId: (at: Date) => string,
  passwordHash: string,
): Item[] {
  const tenant = demoTenant(name, makeId(foundedAt), foundedAt);
  const accounts = DEMO_ACCOUNTS.filter((account) => account.tenant === name);
  const users = accounts.map((account) => demoUser(account, makeId(foundedAt), tenant.id, foundedAt));
  const premises = demoPremises(name, tenant.id, foundedAt, makeId);
  const operatorId = users.find((user) => user.role === 'operator')?.id ?? tenant.id;
  const alerts = demoAlerts(premises, {
    count,
    newestAt: NEWEST_ALERT_AT,
    operatorId,
    makeId,
  });
  const siteIds = premises.map(({ site }) => site.id);
  return [
    {
      ...tenantItem(tenant),
      [CHILD_COUNT]: premises.length + users.length,
      [MASTER_COUNT]: users.filter(isActiveMaster).length,
    },
    ...(name === PLATFORM_TENANT_NAME ? [platformItem(tenant.id)] : []),
    ...users.flatMap((user, place) => userItems(user, accounts[place], siteIds, passwordHash)),
    ...premises.flatMap(siteItems),
    ...alerts.map(alertItem),
  ];
}

function siteItems({ site, zones, devices }: DemoSite): Item[] {
  const countIn = (zoneId: string) => devices.filter(({ zone_id }) => zone_id === zoneId).length;
  return [
    { ...siteItem(site), [CHILD_COUNT]: zones.length + devices.length },
    ...zones.map((zone) => ({ ...zoneItem(zone), [CHILD_COUNT]: countIn(zone.id) })),
    ...devices.flatMap((device) => [
      deviceItem(device),
      ...(device.serial === null ? [] : [serialItem(device, device.serial)]),
    ]),
  ];
}

function userItems(
  user: User,
  account: DemoAccount | undefined,
  siteIds: readonly string[],
  passwordHash: string,
): Item[] {
  const assigned = (account?.assignedSites ?? []).flatMap((place) => siteIds[place] ?? []);
  return [
    userItem(user, { password_hash: passwordHash, session_version: 1 }),
    emailItem(user),
    ...(assigned.length > 0 ? [assignmentItem(user, assigned)] : []),
  ];
}

/** Ids whose random part is a hash of their number: unique, well spread and the same every time. */
function sequentialIds(): (at: Date) => string {
  let number = 0;
  return (at) => {
    number += 1;
    const digest = createHash('sha256').update(`guard demo ${number}`).digest();
    return newId(at, (size) => digest.subarray(0, size));
  };
}
