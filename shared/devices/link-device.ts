import { wrongReferences } from '../references.ts';
import { SITES } from '../sites/site.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { serialKey } from '../table/keys.ts';
import { countChild } from '../table/parents.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, putNew } from '../table/writes.ts';
import { ZONES } from '../zones/zone.ts';
import type { Device } from './device.ts';

/**
 * The writes to other items when a device is created (`after`), deleted (`before`) or changed (both): its site and zone count
 * it, and its serial is claimed. In the transaction of the device they guarantee that its site and zone exist and that its
 * serial is unique.
 */
export function linkDevice(
  table: Table,
  before: Device | undefined,
  after: Device | undefined,
): GuardedWrite[] {
  const device = after ?? before;
  if (!device) return [];
  const { tenant_id } = device;
  const site = (id: string) => SITES.key(tenant_id, id);
  const zone = (id: string) => ZONES.key(tenant_id, id);
  return [
    ...exchange(before?.site_id, after?.site_id, {
      leave: (id) => countChild(table, site(id), -1, 'stale'),
      // The site of a new device is in the path, that of a moved device in a field.
      enter: (id) => countChild(table, site(id), 1, before ? wrongReferences('site_id') : 'not_found'),
    }),
    ...exchange(before?.zone_id, after?.zone_id, {
      leave: (id) => countChild(table, zone(id), -1, 'stale'),
      enter: (id) => countChild(table, zone(id), 1, wrongReferences('zone_id'), { site_id: device.site_id }),
    }),
    ...exchange(before?.serial, after?.serial, {
      // The claim belongs to this device while the device has the version that its own write requires.
      leave: (serial) => deleteAny(table, serialKey(tenant_id, serial)),
      enter: (serial) => putNew(table, serialItem(device, serial), 'serial_taken'),
    }),
  ];
}

export function serialItem({ tenant_id, id }: Pick<Device, 'tenant_id' | 'id'>, serial: string) {
  return { ...serialKey(tenant_id, serial), device_id: id };
}

type Link = string | null | undefined;

/** Leaves the former value of a field and enters the new one, if they differ. */
function exchange(
  before: Link,
  after: Link,
  { leave, enter }: Record<'leave' | 'enter', (named: string) => GuardedWrite>,
): GuardedWrite[] {
  if (before === after) return [];
  return [...(before ? [leave(before)] : []), ...(after ? [enter(after)] : [])];
}
