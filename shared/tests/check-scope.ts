import { DEVICES, type Device } from '../devices/device.ts';
import { listDevices } from '../devices/list-devices.ts';
import { ApiError, type FieldErrors, invalidField } from '../errors.ts';
import type { Position } from '../lists/cursor.ts';
import { siteExtent } from '../lists/plan.ts';
import { batchGet } from '../table/batch-get.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { ZONES } from '../zones/zone.ts';
import { excludedTypes } from './match-test.ts';
import { MOST_SHOWN_DEVICES, type SiteTest } from './site-test.ts';

type Scope = Pick<SiteTest, 'tenant_id' | 'site_id' | 'zone_id' | 'device_ids'>;

/** A page of the devices of a site, and the maximum number of pages that a test of a zone reads. */
const PAGE = 100;
const MOST_PAGES = 5;

/**
 * The devices that a new test silences; null for a whole site. Throws `validation_failed` for a zone or a device that does not
 * exist at the site, and for devices that are all outside the zone, because nothing would be on test.
 */
export async function checkScope(table: Table, scope: Scope): Promise<SiteTest['devices']> {
  const { zone_id, device_ids, site_id } = scope;
  const { zone, devices } = await readScope(table, scope);
  const fields: FieldErrors = {};
  if (zone_id !== null && zone?.site_id !== site_id) {
    fields['zone_id'] = ['The zone_id field must be a zone of the site.'];
  }
  devices?.forEach((device, place) => {
    if (device?.site_id === site_id) return;
    const field = `device_ids.${place}`;
    fields[field] = [`The ${field} field must be a device of the site.`];
  });
  if (Object.keys(fields).length > 0) throw new ApiError('validation_failed', { fields });
  const silenced = await silencedDevices(table, scope, devices);
  if (device_ids !== null && silenced?.length === 0) {
    throw invalidField(
      'device_ids',
      'The device_ids field must have a device of the zone, or nothing is on test. Choose another device, or no zone.',
    );
  }
  return silenced;
}

/** The devices that a test silences now; null for a whole site. */
export async function devicesOnTest(table: Table, test: Scope): Promise<SiteTest['devices']> {
  const { devices } = test.device_ids === null ? {} : await readScope(table, test);
  return silencedDevices(table, test, devices);
}

/**
 * Throws `validation_failed` if a test would be extended that silences nothing any more: its devices have left the zone, or they
 * or the zone were deleted. A person who extends it takes them to be on test.
 */
export async function checkStillSilences(
  table: Table,
  { tenant_id, zone_id, device_ids }: Scope,
  devices: SiteTest['devices'],
): Promise<void> {
  if (devices?.length !== 0) return;
  const zone =
    zone_id !== null && device_ids === null ? await getItem(table, ZONES.key(tenant_id, zone_id)) : undefined;
  if (zone) return;
  throw invalidField(
    'ends_at',
    'The ends_at field cannot move on: what was on test has left the zone or was deleted. Start another test.',
  );
}

/** A test as clients read it: with what keeps ringing, and for one test with the devices that it silences. */
export const shownTest = (test: SiteTest, devices?: SiteTest['devices']): SiteTest => ({
  ...test,
  excluded_types: excludedTypes(test),
  ...(devices === undefined ? {} : { devices }),
});

async function readScope(table: Table, { tenant_id, zone_id, device_ids }: Scope) {
  const keys = [
    ...(zone_id === null ? [] : [ZONES.key(tenant_id, zone_id)]),
    ...(device_ids ?? []).map((it) => DEVICES.key(tenant_id, it)),
  ];
  const items = keys.length > 0 ? await batchGet(table, keys) : [];
  const zone = zone_id === null ? undefined : items.shift();
  return {
    zone: zone && ZONES.entityOf(zone),
    devices: device_ids && items.map((item) => item && DEVICES.entityOf(item)),
  };
}

/** The same rule as that of reports: a device is where it is now (`findTest`). */
async function silencedDevices(
  table: Table,
  { tenant_id, site_id, zone_id }: Scope,
  named: readonly (Device | undefined)[] | null | undefined,
): Promise<SiteTest['devices']> {
  if (!named && zone_id === null) return null;
  const all = named ?? (await devicesOfSite(table, { id: site_id, tenant_id }));
  const silenced = all.filter(
    (it) => it?.site_id === site_id && (zone_id === null || it.zone_id === zone_id),
  );
  const byId = new Map(silenced.map((it) => [it?.id ?? '', it?.name ?? '']));
  return [...byId].slice(0, MOST_SHOWN_DEVICES).map(([id, name]) => ({ id, name }));
}

/** The newest devices of a site: as many as a bounded read finds. */
async function devicesOfSite(
  table: Table,
  site: { readonly id: string; readonly tenant_id: string },
): Promise<Device[]> {
  const found: Device[] = [];
  let position: Position | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, next } = await listDevices(table, siteExtent(site), {}, { position, limit: PAGE });
    found.push(...items);
    position = next;
    if (!position) break;
  }
  return found;
}
