import { DEVICES, type Device } from '../devices/device.ts';
import { wrongReferences } from '../references.ts';
import { SITES, type Site } from '../sites/site.ts';
import type { ItemKey } from '../table/keys.ts';
import { ZONES, type Zone } from '../zones/zone.ts';
import type { AlertInput } from './alert-input.ts';
import { fieldWarning, type Warning } from './warning.ts';

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

type PlaceItems = { readonly [N in keyof Origin]: Item | undefined };

/** The entities of a place as far as they exist. */
function entitiesOf({ zone_id, device_id }: Place, { site, zone, device }: PlaceItems) {
  return {
    site: site && SITES.entityOf(site),
    zone: zone_id && zone ? ZONES.entityOf(zone) : undefined,
    device: device_id && device ? DEVICES.entityOf(device) : undefined,
  };
}

/** The fields of a place that do not name a zone or device of its site. */
function strayIn(
  place: Place,
  { zone, device }: Pick<Origin, 'zone' | 'device'>,
): ('zone_id' | 'device_id')[] {
  const { site_id, zone_id, device_id } = place;
  return [
    ...(zone_id && zone?.site_id !== site_id ? (['zone_id'] as const) : []),
    ...(device_id && device?.site_id !== site_id ? (['device_id'] as const) : []),
  ];
}

/** Throws `validation_failed` for each of site, zone and device that does not exist or belongs to another place. */
export function readOrigin(place: Place, items: PlaceItems): Origin {
  const { site, ...others } = entitiesOf(place, items);
  const wrong = strayIn(place, others);
  if (!site) throw wrongReferences('site_id', ...wrong);
  if (wrong.length > 0) throw wrongReferences(...wrong);
  return { site, ...others };
}

/** Changes to the place of a report, and what is said about them. */
export interface PlaceRepair {
  readonly place: Partial<Place>;
  readonly warnings: readonly Warning[];
}

/**
 * The changes to a place after which `readOrigin` takes it: without a zone or device that is gone or belongs elsewhere, and at
 * the site of the device if the site is gone. `undefined` if none are needed, or none help.
 */
export function repairPlace(place: Place, items: PlaceItems): PlaceRepair | undefined {
  const { site, ...others } = entitiesOf(place, items);
  if (!site) {
    const { site_id } = others.device ?? {};
    const happened = 'is not an existing site. The site of the device counts.';
    if (site_id === undefined) return undefined;
    return { place: { site_id }, warnings: [fieldWarning('site_id', 'left_out', happened)] };
  }
  const stray = strayIn(place, others);
  if (stray.length === 0) return undefined;
  return {
    place: Object.fromEntries(stray.map((field) => [field, undefined])),
    warnings: stray.map(leftOut),
  };
}

/** A foreign id and an unknown id give the same warning. */
export function leftOut(field: 'zone_id' | 'device_id'): Warning {
  const kind = field === 'zone_id' ? 'zone' : 'device';
  return fieldWarning(field, 'left_out', `is not a ${kind} of the site and was left out.`);
}
