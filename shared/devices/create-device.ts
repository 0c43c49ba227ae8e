import type * as z from 'zod/mini';
import type { Site } from '../sites/site.ts';
import { createEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { putEntity } from '../table/writes.ts';
import { checkLastSeen, DEVICES, type Device, type deviceInputSchema } from './device.ts';
import { watchAfterChange, watchItem } from './heartbeat.ts';
import { linkDevice } from './link-device.ts';

/** Creates a device at an existing site, and in an existing zone if one is named; with further writes of the transaction. */
export async function createDevice(
  table: Table,
  site: Pick<Site, 'id' | 'tenant_id'>,
  input: z.infer<typeof deviceInputSchema>,
  { id, at }: { id: string; at: string },
  alongside?: (device: Device) => readonly GuardedWrite[],
): Promise<Device> {
  checkLastSeen(input.heartbeat_seconds, input);
  const { name, type, zone_id, serial, last_seen_at = null } = input;
  const { heartbeat_seconds, offline_severity, runaway_after } = input;
  const device: Device = {
    id,
    tenant_id: site.tenant_id,
    site_id: site.id,
    name,
    type,
    zone_id,
    serial,
    status: heartbeat_seconds === null ? 'unknown' : 'offline',
    last_seen_at,
    heartbeat_seconds,
    offline_severity,
    runaway_after,
    created_at: at,
    updated_at: at,
  };
  return createEntity(table, DEVICES, device, [
    ...linkDevice(table, undefined, device),
    ...beginWatch(table, device),
    ...(alongside?.(device) ?? []),
  ]);
}

/** Creates the watch of a watched device. An unwatched device gets one with its first heartbeat. */
function beginWatch(table: Table, device: Device): GuardedWrite[] {
  if (device.heartbeat_seconds === null) return [];
  const watch = watchAfterChange(device, undefined, new Date(device.created_at));
  return [putEntity(table, watchItem(device, watch))];
}
