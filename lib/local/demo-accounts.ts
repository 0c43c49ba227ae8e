import { DEMO_LOGIN } from '../../functions/docs.ts';
import type { User } from '../../shared/accounts/user.ts';
import type { Role } from '../../shared/base/access.ts';
import type { RecordedActor } from '../../shared/base/actor.ts';
import { dateOf } from '../../shared/base/calendar-days.ts';
import type { RandomBytes } from '../../shared/base/ids.ts';
import { USUAL_REMINDERS } from '../../shared/base/severities.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { KEYS, type Key, LAST_USED_AT } from '../../shared/keys/key.ts';
import { issueKey } from '../../shared/keys/key-secret.ts';
import { SCHEDULES } from '../../shared/schedules/schedule.ts';
import type { Tenant } from '../../shared/tenants/tenant.ts';
import type { DemoSeed } from './demo-seed.ts';

/**
 * The password of every demo account. These accounts exist on the local server only, because no function's bundle contains
 * this file.
 */
export const DEMO_PASSWORD = DEMO_LOGIN.password;

export type DemoTenantName = 'Guard platform' | 'Acme' | 'Globex';

export interface DemoAccount {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly tenant: DemoTenantName;
  readonly status: User['status'];
  /** The names of the assigned sites. */
  readonly assignedSites?: readonly string[];
}

/** The accounts that the local server prints when it starts. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('platform@guard.test', 'Platform Admin', 'platform_admin', 'Guard platform'),
  account('master@acme.test', 'Acme Master', 'tenant_master', 'Acme'),
  account('admin@acme.test', 'Acme Admin', 'tenant_admin', 'Acme'),
  {
    ...account('operator@acme.test', 'Acme Operator', 'operator', 'Acme'),
    assignedSites: ['Harbour Warehouse', 'City Office'],
  },
  {
    ...account('viewer@acme.test', 'Acme Viewer', 'viewer', 'Acme'),
    assignedSites: ['City Office', 'North Depot'],
  },
  { ...account('inactive@acme.test', 'Acme Inactive', 'operator', 'Acme'), status: 'inactive' },
  { ...account('blocked@acme.test', 'Acme Blocked', 'operator', 'Acme'), status: 'blocked' },
  account('master@globex.test', 'Globex Master', 'tenant_master', 'Globex'),
  {
    ...account('operator@globex.test', 'Globex Operator', 'operator', 'Globex'),
    assignedSites: ['Headquarters'],
  },
];

const STAFF_SIZE = 18;

/** More accounts of Acme, so that its list of users has several pages. */
export const DEMO_STAFF: readonly DemoAccount[] = Array.from({ length: STAFF_SIZE }, (_, place) => {
  const number = String(place + 1).padStart(2, '0');
  return {
    ...account(
      `guard-${number}@acme.test`,
      `Acme Guard ${number}`,
      place % 3 === 2 ? 'viewer' : 'operator',
      'Acme',
    ),
    assignedSites: [`Pump Station ${number}`],
  };
});

export function demoTenant(name: DemoTenantName, id: string, createdAt: Date): Tenant {
  const at = formatTimestamp(createdAt);
  return {
    id,
    name,
    status: 'active',
    requests_per_minute: null,
    time_zone: null,
    reminders: USUAL_REMINDERS,
    created_at: at,
    updated_at: at,
  };
}

export function demoUser(account: DemoAccount, id: string, tenantId: string, createdAt: Date): User {
  const at = formatTimestamp(createdAt);
  return {
    id,
    name: account.name,
    email: account.email,
    role: account.role,
    status: account.status,
    password_login_enabled: true,
    sso_login_enabled: false,
    role_managed_by_sso: false,
    tenant_id: tenantId,
    last_login_at: null,
    created_at: at,
    updated_at: at,
  };
}

function account(email: string, name: string, role: Role, tenant: DemoTenantName): DemoAccount {
  return { email, name, role, tenant, status: 'active' };
}

export interface DemoKey {
  readonly item: Readonly<Record<string, unknown>>;
  readonly actor: RecordedActor;
  readonly plainText: string;
}

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

export function demoKey(
  name: string,
  { id, tenantId, createdAt, lastUsedAt }: Origin,
  randomBytes: RandomBytes,
): DemoKey {
  const at = formatTimestamp(createdAt);
  const last_used_at = formatTimestamp(lastUsedAt);
  const bound = { site_id: null, device_id: null, expires_at: null };
  const key: Key = {
    id,
    tenant_id: tenantId,
    name,
    access: 'report',
    ...bound,
    last_used_at,
    created_at: at,
    updated_at: at,
  };
  const { number, secretHash, plainText } = issueKey(
    { tenantId, keyId: id, access: 'report', binding: undefined },
    randomBytes,
  );
  const credentials = { number, secret_hash: secretHash };
  return {
    item: { ...KEYS.item(key), credentials, [LAST_USED_AT]: last_used_at },
    actor: { kind: 'key', id, name },
    plainText,
  };
}

const DAY_MS = 86_400_000;
const WEEKS_AGO = 4;
const PEOPLE = 3;

/** A schedule in which three people take turns of a week, from a Monday four weeks before the seed. */
export function demoSchedule(users: readonly User[], createdAt: Date, seed: DemoSeed) {
  const people = users
    .filter(({ status, role }) => status === 'active' && role !== 'viewer')
    .slice(0, PEOPLE);
  const daysSinceMonday = (seed.now.getUTCDay() + 6) % 7;
  const start = new Date(seed.now.getTime() - (daysSinceMonday + WEEKS_AGO * 7) * DAY_MS);
  const at = formatTimestamp(createdAt);
  return SCHEDULES.item({
    id: seed.makeId(createdAt),
    tenant_id: users[0]?.tenant_id ?? '',
    name: 'Keyholder duty',
    time_zone: 'Europe/Berlin',
    rotations: [
      {
        user_ids: people.map(({ id }) => id),
        starts_on: dateOf(start),
        handoff_time: '08:00',
        every: 'week',
        length: 1,
        weekdays: null,
        from: null,
        to: null,
      },
    ],
    created_at: at,
    updated_at: at,
  });
}
