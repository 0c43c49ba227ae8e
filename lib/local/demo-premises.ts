import type { Alert } from '../../shared/alerts/alert.ts';
import { GUARD_ITSELF } from '../../shared/base/actor.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { type Device, deviceInputSchema, newDevice } from '../../shared/devices/device.ts';
import { type Watch, watchAfterHeartbeat } from '../../shared/devices/heartbeat.ts';
import type { StoredContact } from '../../shared/sites/contact.ts';
import { newSite, type Site } from '../../shared/sites/site.ts';
import type { Zone } from '../../shared/sites/zone.ts';
import type { SiteTest } from '../../shared/test-mode/site-test.ts';
import type { DemoTenantName } from './demo-accounts.ts';
import type { DemoSeed } from './demo-seed.ts';

/** A site with its zones and devices. */
export interface DemoSite {
  readonly site: Site;
  readonly zones: readonly Zone[];
  readonly devices: readonly Device[];
  /** The contacts, in the order in which to call them. */
  readonly contacts: readonly StoredContact[];
  /** The test of one of the site's devices, if there is one. */
  readonly test: SiteTest | undefined;
  /**
   * Whether the site is staffed. A staffed site has every type of device in each zone; any other site has a single device.
   */
  readonly isAttended: boolean;
}

type Place = readonly [name: string, address: string, timezone: string, kind?: 'unattended'];

/** The sites of each tenant, oldest first. */
const SITES: Record<DemoTenantName, readonly Place[]> = {
  'Guard platform': [],
  Acme: [
    ['Harbour Warehouse', '12 Quay Street, Rotterdam', 'Europe/Amsterdam'],
    ['City Office', '80 Exchange Square, London', 'Europe/London'],
    // These are enough for several pages of sites.
    ...Array.from({ length: 18 }, (_, place) => pumpStation(place + 1)),
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
const DEVICE_TYPES = ['door-contact', 'panic-button', 'motion-sensor', 'smoke-detector'] as const;

const INSTRUCTIONS =
  'The gate code is with the control room.\nIntrusion: look at the cameras first. Fire: call the fire brigade first.';

/** The contacts of sites. Ofcom reserves their phone numbers for fiction. */
const CONTACTS = [
  {
    name: 'Keyholder on duty',
    role: 'keyholder',
    phone: '+441632960101',
    note: 'At night, let it ring for a while.',
  },
  { name: 'Site manager', role: 'owner', phone: '+441632960102', note: null },
  { name: 'Police station', role: 'police', phone: '+441632960199', note: null },
] as const;

const SITE_ON_TEST = 'North Depot';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TEST_HOURS = 8;

/** Makes the premises of a tenant. The sites were created an hour apart, so that lists have a clear order. */
export function demoPremises(
  tenant: DemoTenantName,
  tenantId: string,
  foundedAt: Date,
  { now, makeId }: DemoSeed,
): DemoSite[] {
  return SITES[tenant].map(([name, address, timezone, kind], place) => {
    const isAttended = kind !== 'unattended';
    const createdAt = new Date(foundedAt.getTime() + (place + 1) * HOUR_MS);
    const at = formatTimestamp(createdAt);
    const stamps = { created_at: at, updated_at: at };
    const site = newSite(
      { name, address, timezone, ...(isAttended ? { instructions: INSTRUCTIONS } : {}) },
      { id: makeId(createdAt), tenantId, at },
    );
    const owner = { tenant_id: tenantId, site_id: site.id };
    const zones = (isAttended ? ZONES : ZONES.slice(0, 1)).map(
      (zone): Zone => ({ id: makeId(createdAt), ...owner, name: zone, ...stamps }),
    );
    const devices = zones.flatMap((zone, zonePlace) =>
      (isAttended ? DEVICE_TYPES : DEVICE_TYPES.slice(0, 1)).map((type, typePlace): Device => {
        const isQuiet = (place + zonePlace + typePlace) % 5 === 4;
        const seenAt = formatTimestamp(
          new Date(now.getTime() - (isQuiet ? 5 * HOUR_MS : (1 + typePlace) * MINUTE_MS)),
        );
        const input = deviceInputSchema.parse({
          zone_id: zone.id,
          name: `${zone.name} ${type.replace('-', ' ')}`,
          type,
          serial: `${tenant.slice(0, 2).toUpperCase()}-${place + 1}-${zonePlace + 1}-${typePlace + 1}`,
          last_seen_at: seenAt,
        });
        return { ...newDevice(input, { id: makeId(createdAt), site, at }), updated_at: seenAt };
      }),
    );
    const contacts = (isAttended ? CONTACTS : []).map(
      (contact): StoredContact => ({ id: makeId(createdAt), ...owner, ...contact, email: null, ...stamps }),
    );
    const test = name === SITE_ON_TEST ? demoTest(makeId(now), devices[0], now) : undefined;
    return { site, zones, devices, contacts, test, isAttended };
  });
}

/** Puts a device on test for the rest of the day, because it has new batteries. */
function demoTest(id: string, device: Device | undefined, now: Date): SiteTest | undefined {
  const at = formatTimestamp(now);
  return (
    device && {
      id,
      tenant_id: device.tenant_id,
      site_id: device.site_id,
      zone_id: null,
      device_ids: [device.id],
      types: null,
      reason: 'New batteries',
      started_by: GUARD_ITSELF,
      created_at: at,
      ends_at: formatTimestamp(new Date(now.getTime() + TEST_HOURS * HOUR_MS)),
      ended_at: null,
      updated_at: at,
      version: 1,
    }
  );
}

function pumpStation(number: number): Place {
  const place = String(number).padStart(2, '0');
  return [`Pump Station ${place}`, `Canal Road km ${number}, Rotterdam`, 'Europe/Amsterdam', 'unattended'];
}

/** A watched device with its watch. It replaces the unwatched device of the premises. */
export interface DemoWatch {
  readonly device: Device;
  readonly watch: Watch;
}

const SILENT_SECONDS = 300;
const SECOND_MS = 1_000;
/** The demo sends no reports of the online device, so its heartbeat interval is a day, to keep it online. */
const DAY_SECONDS = 86_400;

/**
 * Makes two watched devices of a tenant. One has been offline since its offline alert was raised; a report of the device
 * resolves that alert. The other one has just reported.
 */
export function demoWatches(premises: readonly DemoSite[], alerts: readonly Alert[]): DemoWatch[] {
  const devices = premises.flatMap((site) => site.devices);
  const alert = alerts.find(
    ({ type, status, severity }) => type === 'device-offline' && status === 'active' && severity === 'high',
  );
  const silent = devices.find(({ id }) => id === alert?.device_id);
  const reporting = devices.findLast(({ id }) => id !== silent?.id);
  return [
    ...(alert && silent ? [silentSince(silent, alert)] : []),
    ...(reporting ? [heardLately(reporting)] : []),
  ];
}

function silentSince(device: Device, { id: alert_id, created_at }: Alert): DemoWatch {
  const last_seen = formatTimestamp(new Date(Date.parse(created_at) - SILENT_SECONDS * SECOND_MS));
  return {
    device: {
      ...device,
      status: 'offline',
      heartbeat_seconds: SILENT_SECONDS,
      last_seen_at: last_seen,
      updated_at: created_at,
    },
    watch: { state: 'offline', last_seen, seconds: SILENT_SECONDS, alert_id },
  };
}

function heardLately(device: Device): DemoWatch {
  const watched: Device = { ...device, status: 'online', heartbeat_seconds: DAY_SECONDS };
  return {
    device: watched,
    watch: watchAfterHeartbeat(watched, new Date(device.last_seen_at ?? device.updated_at)),
  };
}
