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
 * What becomes of a device (`after` where it comes, `before` where it goes, both where it changes) means to other
 * items: its site and its zone count it, and its serial is claimed. Written with the device itself, no site or zone
 * is ever deleted under a device, and no serial is ever two devices'.
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
      // A new device's site is named by the path, and so not found; a moved one's by a field.
      enter: (id) => countChild(table, site(id), 1, before ? wrongReferences('site_id') : 'not_found'),
    }),
    ...exchange(before?.zone_id, after?.zone_id, {
      leave: (id) => countChild(table, zone(id), -1, 'stale'),
      enter: (id) => countChild(table, zone(id), 1, wrongReferences('zone_id'), { site_id: device.site_id }),
    }),
    ...exchange(before?.serial, after?.serial, {
      // The claim is this device's while the device is as it was read, which its own write asks for.
      leave: (serial) => deleteAny(table, serialKey(tenant_id, serial)),
      enter: (serial) => putNew(table, serialItem(device, serial), 'serial_taken'),
    }),
  ];
}

/** The claim of a serial, by its device. */
export function serialItem({ tenant_id, id }: Pick<Device, 'tenant_id' | 'id'>, serial: string) {
  return { ...serialKey(tenant_id, serial), device_id: id };
}

type Link = string | null | undefined;

/** Leaves what a field named before and enters what it names now; nothing where that is the same. */
function exchange(
  before: Link,
  after: Link,
  { leave, enter }: Record<'leave' | 'enter', (named: string) => GuardedWrite>,
): GuardedWrite[] {
  if (before === after) return [];
  return [...(before ? [leave(before)] : []), ...(after ? [enter(after)] : [])];
}
