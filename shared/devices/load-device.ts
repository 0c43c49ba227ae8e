import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import { DEVICES, type StoredDevice } from './device.ts';
import { watchKey } from './heartbeat.ts';

export interface DeviceIds {
  readonly tenantId: string;
  readonly deviceId: string;
}

/** Reads a device with its watch, strongly consistent. */
export async function loadDevice(
  table: Table,
  { tenantId, deviceId }: DeviceIds,
): Promise<StoredDevice | undefined> {
  const keys = [DEVICES.key(tenantId, deviceId), watchKey(tenantId, deviceId)];
  const [item, watch] = await batchGet(table, keys);
  return item && DEVICES.read(item, watch);
}
