import { deleteEntity } from '../table/change-entity.ts';
import type { Table } from '../table/table.ts';
import { DEVICES, type StoredDevice } from './device.ts';
import { linkDevice } from './link-device.ts';
import type { WatchWrites } from './update-device.ts';

interface DeletionContext {
  readonly ifMatch: string | undefined;
  readonly follow: WatchWrites;
}

/** Deletes a device. Its alerts stay. */
export function deleteDevice(
  table: Table,
  device: StoredDevice,
  { ifMatch, follow }: DeletionContext,
): Promise<void> {
  return deleteEntity(table, DEVICES, device, {
    ifMatch,
    alongside: async (stored, writeId) => [
      ...linkDevice(table, stored.entity, undefined),
      ...(await follow(stored, undefined, writeId)),
    ],
  });
}
