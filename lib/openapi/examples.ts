/** What the reference shows of each component that is a body. A test holds them against their schemas. */

export const EXAMPLE_REQUEST_ID = '5b8f1c92-3d6e-4f0a-9c27-8e41d0a6b735';

const IDS = {
  tenant: '01990e2a-4000-7d31-8f0c-5a7be1904c26',
  user: '01990e2a-4000-7a52-9b1d-c83f60e7d514',
  site: '01990e2a-4400-7c0e-a6f3-2d95b8710e4a',
  zone: '01990e2a-4800-7b68-8c2e-f10d7a934b65',
  device: '01990e2a-4c00-7e19-b4d7-963ac0f8512e',
  alert: '01992f3c-6b1e-7c55-9d6a-3f0b8a2c4e71',
};
const FOUNDED = { created_at: '2026-09-01T08:00:00.000+00:00', updated_at: '2026-09-01T08:00:00.000+00:00' };
const PASSWORD = 'correct horse battery staple';
const TOKEN = '4821093375|guard_EXAMPLE';
const NEXT_CURSOR = 'WyJuZXh0IiwiMDE5OTJmM2MtNmIxZS03YzU1LTlkNmEtM2YwYjhhMmM0ZTcxIiwiUTJ4aFkydHNhV05yIl0';

const site = { name: 'Harbour Warehouse', address: 'Pier 4, 20457 Hamburg', timezone: 'Europe/Berlin' };
const zone = { name: 'Loading bay' };
const device = {
  zone_id: IDS.zone,
  name: 'Panic button at the gate',
  type: 'panic-button',
  serial: 'PB-2041-0007',
  status: 'online',
  last_seen_at: '2026-11-20T12:00:00.000+00:00',
};
const user = {
  name: 'Olga Operator',
  email: 'olga@acme.test',
  role: 'operator',
  status: 'active',
  password_login_enabled: true,
  sso_login_enabled: false,
  role_managed_by_sso: false,
};
const alert = {
  site_id: IDS.site,
  zone_id: IDS.zone,
  device_id: IDS.device,
  type: 'panic',
  severity: 'critical',
  message: 'Panic button pressed',
};
const tenant = { name: 'Acme', status: 'active' };
const assignedSites = { site_ids: [IDS.site] };

const Site = { id: IDS.site, tenant_id: IDS.tenant, ...site, ...FOUNDED };
const Zone = { id: IDS.zone, tenant_id: IDS.tenant, site_id: IDS.site, ...zone, ...FOUNDED };
const Device = { id: IDS.device, tenant_id: IDS.tenant, site_id: IDS.site, ...device, ...FOUNDED };
const User = {
  id: IDS.user,
  ...user,
  tenant_id: IDS.tenant,
  last_login_at: '2026-11-20T06:58:12.000+00:00',
  ...FOUNDED,
};
const Tenant = { id: IDS.tenant, ...tenant, ...FOUNDED };
const Alert = {
  id: IDS.alert,
  tenant_id: IDS.tenant,
  ...alert,
  status: 'acknowledged',
  acknowledged_at: '2026-11-20T12:01:05.000+00:00',
  acknowledged_by: IDS.user,
  resolved_at: null,
  resolved_by: null,
  created_at: '2026-11-20T12:00:30.000+00:00',
  updated_at: '2026-11-20T12:01:05.000+00:00',
};

/** By the name of the component. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  Site,
  Zone,
  Device,
  User,
  Tenant,
  Alert,
  SitePage: pageOf(Site, 'sites'),
  ZonePage: pageOf(Zone, `sites/${IDS.site}/zones`),
  DevicePage: pageOf(Device, 'devices'),
  UserPage: pageOf(User, 'users'),
  TenantPage: pageOf(Tenant, 'tenants'),
  AlertPage: pageOf(Alert, 'alerts'),
  AssignedSites: assignedSites,
  Credentials: { email: user.email, password: PASSWORD },
  SignedIn: { token: TOKEN, user: User },
  RefreshedToken: { token: TOKEN },
  Message: { message: 'Logged out.' },
  Health: { status: 'ok' },
  OpenApiDocument: { openapi: '3.1.1', info: { title: 'Guard', version: '0.1.0' }, paths: {} },
  SiteInput: site,
  SiteChanges: { name: 'Harbour Warehouse North' },
  ZoneInput: zone,
  ZoneChanges: { name: 'Loading bay 2' },
  DeviceInput: device,
  DeviceChanges: { status: 'offline' },
  UserInput: { ...user, password: PASSWORD },
  UserChanges: { status: 'blocked' },
  TenantInput: { ...tenant, master: { name: 'Mia Master', email: 'mia@acme.test', password: PASSWORD } },
  TenantChanges: { status: 'inactive' },
  AlertInput: alert,
};

function pageOf(item: unknown, path: string) {
  const url = `https://guard.test/api/v1/${path}`;
  return {
    data: [item],
    links: { first: null, last: null, prev: null, next: `${url}?limit=1&cursor=${NEXT_CURSOR}` },
    meta: { path: url, per_page: 1, next_cursor: NEXT_CURSOR, prev_cursor: null },
  };
}
