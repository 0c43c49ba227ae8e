import { deleteEntity } from '../table/change-entity.ts';
import type { Table } from '../table/table.ts';
import { DEVICES, type StoredDevice } from './device.ts';
import { linkDevice } from './link-device.ts';
import type { WatchWrites } from './update-device.ts';

interface DeletionContext {
  readonly ifMatch: string | undefined;
  readonly watchWrites: WatchWrites;
}

/** Deletes a device, but not its alerts. */
export function deleteDevice(
  table: Table,
  device: StoredDevice,
  { ifMatch, watchWrites }: DeletionContext,
): Promise<void> {
  return deleteEntity(table, DEVICES, device, {
    ifMatch,
    alongside: async (stored, writeId) => [
      ...linkDevice(table, stored.entity, undefined),
      ...(await watchWrites(stored, undefined, writeId)),
    ],
  });
}
