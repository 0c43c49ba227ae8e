import { isWithinReach, type Reach } from '../access.ts';
import { wrongReferences } from '../references.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { changeEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { DEVICES, type Device, type DeviceChanges } from './device.ts';
import { linkDevice } from './link-device.ts';

interface ChangeContext {
  readonly reach: Reach;
  readonly ifMatch: string | undefined;
  readonly at: string;
}

/**
 * Changes the fields that are given and no other, but for the zone of a device that moves to another site. The
 * site that it moves to must be in reach and its zone one of that site.
 */
export function updateDevice(
  table: Table,
  device: Stored<Device>,
  changes: DeviceChanges,
  { reach, ifMatch, at }: ChangeContext,
): Promise<Device> {
  return changeEntity(table, DEVICES, device, ifMatch, (current) => {
    const changed = applyChanges(current, withZone(current, changes), at);
    if (!isWithinReach(reach, changed)) throw wrongReferences('site_id');
    return { changed, alongside: linkDevice(table, current, changed) };
  });
}

/** A device leaves its zone when it leaves the site, unless it goes to a zone that is named. */
function withZone(current: Device, changes: DeviceChanges): DeviceChanges {
  if (changes.site_id === undefined || changes.site_id === current.site_id) return changes;
  const { zone_id = null } = changes;
  // A zone never changes its site, so the zone that the device is in cannot belong to the new site.
  if (zone_id !== null && zone_id === current.zone_id) throw wrongReferences('zone_id');
  return { ...changes, zone_id };
}
