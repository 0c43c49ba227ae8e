import type * as z from 'zod';
import { isWithinReach, type Reach } from '../access.ts';
import { wrongReferences } from '../references.ts';
import type { Site } from '../sites/site.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { commit } from '../table/commit.ts';
import type { Stored } from '../table/entity-item.ts';
import { changeEntity, deleteEntity } from '../table/manage-entity.ts';
import type { Table } from '../table/table.ts';
import { putEntity } from '../table/writes.ts';
import { type Device, type DeviceChanges, type deviceInputSchema, deviceSchema } from './device.ts';
import { deviceItem } from './device-store.ts';
import { linkDevice } from './link-device.ts';

const DEVICES = { schema: deviceSchema, item: deviceItem };

/** Creates a device at a site and in one of its zones, if one is named, unless they are deleted first. */
export async function createDevice(
  table: Table,
  site: Pick<Site, 'id' | 'tenant_id'>,
  input: z.infer<typeof deviceInputSchema>,
  { id, at }: { id: string; at: string },
): Promise<Device> {
  const device: Device = {
    id,
    tenant_id: site.tenant_id,
    site_id: site.id,
    ...input,
    created_at: at,
    updated_at: at,
  };
  await commit(table, [putEntity(table, deviceItem(device)), ...linkDevice(table, undefined, device)]);
  return device;
}

interface ChangeContext {
  readonly reach: Reach;
  readonly ifMatch: string | undefined;
  readonly at: string;
}

/**
 * Changes the fields that are given and no other, but for the zone of a device that moves to another site. The
 * site that it moves to must be in reach and its zone one of that site.
 */
export function changeDevice(
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
  // A zone stays at its site, so the one that the device is in is none of another.
  if (zone_id !== null && zone_id === current.zone_id) throw wrongReferences('zone_id');
  return { ...changes, zone_id };
}

/** Deletes a device. Its alerts stay. */
export function deleteDevice(
  table: Table,
  device: Stored<Device>,
  ifMatch: string | undefined,
): Promise<void> {
  return deleteEntity(table, DEVICES, device, {
    ifMatch,
    notEmpty: 'internal_error', // nothing belongs to a device
    alongside: (entity) => linkDevice(table, entity, undefined),
  });
}
