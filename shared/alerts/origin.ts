import { DEVICES, type Device } from '../devices/device.ts';
import { type Reference, wrongReferences } from '../references.ts';
import { SITES, type Site } from '../sites/site.ts';
import type { ItemKey } from '../table/keys.ts';
import { ZONES, type Zone } from '../zones/zone.ts';
import type { AlertInput } from './alert-input.ts';

type Item = Readonly<Record<string, unknown>>;
type Place = Pick<AlertInput, 'site_id' | 'zone_id' | 'device_id'>;

export interface Origin {
  readonly site: Site;
  readonly zone: Zone | undefined;
  readonly device: Device | undefined;
}

/** The keys of an alert's site, zone and device; the key of the site in place of a missing zone or device. */
export function originKeys(
  tenantId: string,
  { site_id, zone_id, device_id }: Place,
): [site: ItemKey, zone: ItemKey, device: ItemKey] {
  const site = SITES.key(tenantId, site_id);
  return [
    site,
    zone_id ? ZONES.key(tenantId, zone_id) : site,
    device_id ? DEVICES.key(tenantId, device_id) : site,
  ];
}

/** Throws `validation_failed` for each of site, zone and device that does not exist or belongs to another place. */
export function readOrigin(
  { site_id, zone_id, device_id }: Place,
  items: { readonly [N in keyof Origin]: Item | undefined },
): Origin {
  const site = items.site && SITES.entityOf(items.site);
  const zone = zone_id && items.zone ? ZONES.entityOf(items.zone) : undefined;
  const device = device_id && items.device ? DEVICES.entityOf(items.device) : undefined;
  const wrong: Reference[] = [];
  if (zone_id && zone?.site_id !== site_id) wrong.push('zone_id');
  if (device_id && device?.site_id !== site_id) wrong.push('device_id');
  if (!site) throw wrongReferences('site_id', ...wrong);
  if (wrong.length > 0) throw wrongReferences(...wrong);
  return { site, zone, device };
}
