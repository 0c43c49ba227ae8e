import { DEVICES } from '../devices/device.ts';
import { ApiError, type FieldErrors } from '../errors.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import { ZONES } from '../zones/zone.ts';
import type { SiteTestInput } from './site-test.ts';

interface Site {
  readonly id: string;
  readonly tenant_id: string;
}

/** Throws `validation_failed` for a zone or a device that does not exist at the site. */
export async function checkScope(
  table: Table,
  { id, tenant_id }: Site,
  { zone_id, device_ids }: Pick<SiteTestInput, 'zone_id' | 'device_ids'>,
): Promise<void> {
  const zoneKeys = zone_id === null ? [] : [ZONES.key(tenant_id, zone_id)];
  const deviceIds = device_ids ?? [];
  const keys = [...zoneKeys, ...deviceIds.map((it) => DEVICES.key(tenant_id, it))];
  if (keys.length === 0) return;
  const items = await batchGet(table, keys);
  const zone = zone_id === null ? undefined : items[0];
  const fields: FieldErrors = {};
  if (zone_id !== null && (!zone || ZONES.entityOf(zone).site_id !== id)) {
    fields['zone_id'] = ['The zone_id field must be a zone of the site.'];
  }
  items.slice(zoneKeys.length).forEach((device, place) => {
    if (device && DEVICES.entityOf(device).site_id === id) return;
    const field = `device_ids.${place}`;
    fields[field] = [`The ${field} field must be a device of the site.`];
  });
  if (Object.keys(fields).length > 0) throw new ApiError('validation_failed', { fields });
}
