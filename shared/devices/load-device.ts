import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import { DEVICES, type StoredDevice } from './device.ts';
import { watchKey } from './heartbeat.ts';

/** A device with its watch, strongly consistent; `undefined` where it is not there. */
export async function loadDevice(
  table: Table,
  { tenantId, deviceId }: { readonly tenantId: string; readonly deviceId: string },
): Promise<StoredDevice | undefined> {
  const keys = [DEVICES.key(tenantId, deviceId), watchKey(tenantId, deviceId)];
  const [item, watch] = await batchGet(table, keys);
  return item && DEVICES.read(item, watch);
}
