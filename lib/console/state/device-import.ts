import type { DeviceImportResult, ImportedDevice } from '../../client/types.ts';
import type { PlannedDevice } from './device-file.ts';

/** The maximum number of devices of one request. */
const BATCH_SIZE = 25;

/** A device with the result of its import. */
export interface Imported extends PlannedDevice {
  readonly result: DeviceImportResult;
}

/**
 * Sends devices in batches, one after the other, and calls `onResults` after each batch. Devices that the service had no time
 * for are sent again. Returns those that are left when a batch fails, which is safe to send again: a serial creates one device.
 */
export async function importInBatches(
  planned: readonly PlannedDevice[],
  send: (devices: readonly ImportedDevice[]) => Promise<readonly DeviceImportResult[]>,
  onResults: (imported: readonly Imported[]) => void,
): Promise<{ readonly left: readonly PlannedDevice[]; readonly error?: unknown }> {
  let left = planned;
  while (left.length > 0) {
    const batch = left.slice(0, BATCH_SIZE);
    try {
      const results = await send(batch.map(({ device }) => device));
      const imported = batch.flatMap((it, place): Imported[] => {
        const result = results[place];
        return result && result.status < 500 ? [{ ...it, result }] : [];
      });
      const settled = new Set(imported.map(({ row }) => row));
      left = left.filter(({ row }) => !settled.has(row));
      onResults(imported);
      if (settled.size === 0) return { left };
    } catch (error) {
      return { left, error };
    }
  }
  return { left };
}

export interface ImportCounts {
  readonly created: number;
  readonly existed: number;
  readonly failed: readonly Imported[];
}

/**
 * Counts the results. If the response to a batch was lost, its repetition finds the devices that the batch has created: they
 * are not older than the import.
 */
export function countImported(imported: readonly Imported[], since: number): ImportCounts {
  const failed = imported.filter(({ result }) => result.device === undefined);
  const existed = imported.filter(
    ({ result: { status, device } }) => status === 200 && device && Date.parse(device.created_at) < since,
  );
  return {
    created: imported.length - failed.length - existed.length,
    existed: existed.length,
    failed,
  };
}
