import { deleteEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { DEVICES, type Device } from './device.ts';
import { linkDevice } from './link-device.ts';

/** Deletes a device. Its alerts stay. */
export function deleteDevice(
  table: Table,
  device: Stored<Device>,
  ifMatch: string | undefined,
): Promise<void> {
  return deleteEntity(table, DEVICES, device, {
    ifMatch,
    alongside: (entity) => linkDevice(table, entity, undefined),
  });
}
