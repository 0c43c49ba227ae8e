import type { Device } from '../../shared/devices/device.ts';
import type { Site } from '../../shared/sites/site.ts';
import { formatTimestamp } from '../../shared/time.ts';
import type { Zone } from '../../shared/zones/zone.ts';
import type { DemoTenantName } from './demo-accounts.ts';

/** A site with everything in it. */
export interface DemoSite {
  readonly site: Site;
  readonly zones: readonly Zone[];
  readonly devices: readonly Device[];
}

type Place = readonly [name: string, address: string, timezone: string];

const SITES: Record<DemoTenantName, readonly Place[]> = {
  'Guard platform': [],
  Acme: [
    ['Harbour Warehouse', '12 Quay Street, Rotterdam', 'Europe/Amsterdam'],
    ['City Office', '80 Exchange Square, London', 'Europe/London'],
    ['North Depot', '4 Ring Road, Oslo', 'Europe/Oslo'],
    ['Airport Kiosk', 'Terminal 2, Lisbon', 'Europe/Lisbon'],
    ['Old Mill Archive', '1 Mill Lane, York', 'Europe/London'],
  ],
  Globex: [
    ['Headquarters', '500 Market Street, San Francisco', 'America/Los_Angeles'],
    ['Data Centre', '7 Switch Avenue, Reno', 'America/Los_Angeles'],
  ],
};

const ZONES = ['Entrance', 'Main hall', 'Perimeter'] as const;

/** The devices of every zone, by type. */
const DEVICE_TYPES = ['panic-button', 'motion-sensor', 'smoke-detector', 'door-contact'] as const;

const HOUR_MS = 3_600_000;

/** The premises of a tenant, where a site was set up every hour, so that lists have a plain order. */
export function demoPremises(
  tenant: DemoTenantName,
  tenantId: string,
  foundedAt: Date,
  makeId: (at: Date) => string,
): DemoSite[] {
  return SITES[tenant].map(([name, address, timezone], place) => {
    const createdAt = new Date(foundedAt.getTime() + (place + 1) * HOUR_MS);
    const at = formatTimestamp(createdAt);
    const stamps = { created_at: at, updated_at: at };
    const site: Site = { id: makeId(createdAt), tenant_id: tenantId, name, address, timezone, ...stamps };
    const owner = { tenant_id: tenantId, site_id: site.id };
    const zones = ZONES.map((zone): Zone => ({ id: makeId(createdAt), ...owner, name: zone, ...stamps }));
    const devices = zones.flatMap((zone, zonePlace) =>
      DEVICE_TYPES.map((type, typePlace): Device => {
        const offline = (place + zonePlace + typePlace) % 5 === 4;
        return {
          id: makeId(createdAt),
          ...owner,
          zone_id: zone.id,
          name: `${zone.name} ${type.replace('-', ' ')}`,
          type,
          serial: `${tenant.slice(0, 2).toUpperCase()}-${place + 1}${zonePlace + 1}${typePlace + 1}`,
          status: offline ? 'offline' : 'online',
          last_seen_at: at,
          ...stamps,
        };
      }),
    );
    return { site, zones, devices };
  });
}
