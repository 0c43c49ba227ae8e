import { emailItem, userItem } from '../shared/accounts/account.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { DEVICES } from '../shared/devices/device.ts';
import { newSite, SITES } from '../shared/sites/site.ts';
import { CHILD_COUNT } from '../shared/table/keys.ts';
import { seededRandom } from './random.ts';

export interface TenantSize {
  readonly sites: number;
  readonly devices: number;
  readonly users: number;
}

export const FULL_SIZE: TenantSize = { sites: 10_000, devices: 50_000, users: 5_000 };

const FILLED_AT = new Date('2026-02-01T08:00:00Z');

/** The items of this number of sites, devices and users, as the endpoints would have written them one by one. */
export function* fullTenantItems(
  tenantId: string,
  size: TenantSize,
): Generator<Record<string, unknown>, void, void> {
  const random = seededRandom('guard bench full tenant');
  const makeId = () => newId(FILLED_AT, random.bytes);
  const at = formatTimestamp(FILLED_AT);
  const stamps = { created_at: at, updated_at: at };
  const devicesPerSite = Math.ceil(size.devices / size.sites);
  let devices = 0;
  for (let place = 0; place < size.sites; place++) {
    const held = Math.min(devicesPerSite, size.devices - devices);
    const site = newSite({ name: `Site ${place}` }, { id: makeId(), tenantId, at });
    yield { ...SITES.item(site), [CHILD_COUNT]: held };
    for (const end = devices + held; devices < end; devices++) {
      yield DEVICES.item({
        id: makeId(),
        tenant_id: tenantId,
        site_id: site.id,
        zone_id: null,
        name: `Device ${devices}`,
        type: devices % 2 ? 'camera' : 'motion-sensor',
        serial: null,
        status: devices % 10 ? 'online' : 'offline',
        last_seen_at: null,
        heartbeat_seconds: 300,
        offline_severity: 'high',
        runaway_after: null,
        ...stamps,
      });
    }
  }
  for (let place = 0; place < size.users; place++) {
    const user = {
      id: makeId(),
      name: `User ${place}`,
      email: `full-${place}@bench.test`,
      role: place % 2 ? ('operator' as const) : ('viewer' as const),
      status: 'active' as const,
      password_login_enabled: false,
      sso_login_enabled: true,
      role_managed_by_sso: false,
      tenant_id: tenantId,
      last_login_at: null,
      ...stamps,
    };
    yield userItem(user, { password_hash: null, session_version: 1 });
    yield emailItem(user);
  }
}
