import type * as z from 'zod/mini';
import { ApiError } from '../errors.ts';
import type { Site } from '../sites/site.ts';
import { untilSettled } from '../table/decide.ts';
import { getItem } from '../table/get-item.ts';
import { serialKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { createDevice } from './create-device.ts';
import { type Device, type importedDeviceSchema, showDevice } from './device.ts';
import { loadDevice } from './load-device.ts';

export interface ImportResult {
  /** 200 if the tenant has a device with the serial, which does not change. */
  readonly status: 200 | 201;
  readonly device: Device;
}

/** Creates a device, unless its tenant has one with the same serial. If several imports are concurrent, one creates it. */
export function importDevice(
  table: Table,
  site: Pick<Site, 'id' | 'tenant_id'>,
  input: z.infer<typeof importedDeviceSchema>,
  origin: { readonly id: string; readonly at: string },
): Promise<ImportResult> {
  return untilSettled<ImportResult>(table, async () => {
    const device = await findBySerial(table, site.tenant_id, input.serial);
    if (device) return { result: { status: 200, device } };
    try {
      return { result: { status: 201, device: await createDevice(table, site, input, origin) } };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'serial_taken') return undefined;
      throw error;
    }
  });
}

/** Reads the device that has a serial; `undefined` if none has it, or if it loses the serial meanwhile. */
async function findBySerial(table: Table, tenantId: string, serial: string): Promise<Device | undefined> {
  const claim = await getItem(table, serialKey(tenantId, serial));
  const stored = claim && (await loadDevice(table, { tenantId, deviceId: String(claim['device_id']) }));
  return stored?.entity.serial === serial ? showDevice(stored) : undefined;
}
