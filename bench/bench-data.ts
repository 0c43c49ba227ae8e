import type { User } from '../shared/accounts/user.ts';
import type { Alert } from '../shared/alerts/alert.ts';
import type { Role } from '../shared/base/access.ts';
import { newId } from '../shared/base/ids.ts';
import { USUAL_REMINDERS } from '../shared/base/severities.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { newSite, type Site } from '../shared/sites/site.ts';
import type { Tenant } from '../shared/tenants/tenant.ts';
import { type AlertOrigin, benchAlerts, type MakeAlert } from './bench-alerts.ts';
import { seededRandom } from './random.ts';

const FOUNDED = new Date('2026-01-01T08:00:00Z');
const SITE_COUNT = 10;
const OPERATOR_SITE_COUNT = 5;
/** There are many operators, so that logins under load do not all write the same item. */
const OPERATOR_COUNT = 20;

export const BENCH_PASSWORD = 'guard-bench-password';

/** One large tenant, the platform's tenant, and their users. */
export interface BenchData {
  readonly tenants: readonly Tenant[];
  readonly sites: readonly Site[];
  readonly platformAdmin: User;
  readonly tenantMaster: User;
  /** Operators who are all assigned to the same sites. The first one lists and acknowledges. */
  readonly operators: readonly [User, ...User[]];
  readonly operatorSiteIds: readonly string[];
  /** The alerts, newest first like every list. */
  readonly alerts: readonly Alert[];
  readonly origin: AlertOrigin;
}

/** The distribution of a tenant's alerts, and the number of sites of its operators. */
export interface BenchShape {
  readonly name: string;
  readonly siteCount: number;
  readonly operatorSiteCount: number;
  readonly makeAlert?: MakeAlert;
}

const MIXED: BenchShape = {
  name: 'bench',
  siteCount: SITE_COUNT,
  operatorSiteCount: OPERATOR_SITE_COUNT,
};

/** Makes the data. It is deterministic: the same count and shape give the same data, including ids. */
export function makeBenchData(alertCount: number, shape: BenchShape = MIXED): BenchData {
  const random = seededRandom(`guard ${shape.name}`);
  const makeId = () => newId(FOUNDED, random.bytes);
  const at = formatTimestamp(FOUNDED);
  const makeTenant = (name: string): Tenant => {
    return {
      id: makeId(),
      name,
      status: 'active',
      requests_per_minute: null,
      time_zone: null,
      reminders: USUAL_REMINDERS,
      created_at: at,
      updated_at: at,
    };
  };
  const makeUser = (tenant: Tenant, role: Role, number = 1): User => ({
    id: makeId(),
    name: `Bench ${role} ${number}`,
    email: `${role}-${number}@${shape.name}.test`,
    role,
    status: 'active',
    password_login_enabled: true,
    sso_login_enabled: false,
    role_managed_by_sso: false,
    tenant_id: tenant.id,
    last_login_at: at,
    created_at: at,
    updated_at: at,
  });
  const platform = makeTenant('Guard platform');
  const tenant = makeTenant(shape.name);
  const sites = Array.from({ length: shape.siteCount }, (_, place): Site => {
    const name = `Site ${place + 1}`;
    const address = `${place + 1} Quay Street, Rotterdam`;
    const timezone = 'Europe/Amsterdam';
    return newSite({ name, address, timezone }, { id: makeId(), tenantId: tenant.id, at });
  });
  const [operator, ...others] = Array.from({ length: OPERATOR_COUNT }, (_, place) =>
    makeUser(tenant, 'operator', place + 1),
  );
  if (!operator) throw new Error('There is no operator');
  const origin = { sites, operatorId: operator.id, random };
  return {
    tenants: [platform, tenant],
    sites,
    platformAdmin: makeUser(platform, 'platform_admin'),
    tenantMaster: makeUser(tenant, 'tenant_master'),
    operators: [operator, ...others],
    operatorSiteIds: sites.slice(0, shape.operatorSiteCount).map(({ id }) => id),
    alerts: [...benchAlerts(alertCount, origin, shape.makeAlert)],
    origin,
  };
}
