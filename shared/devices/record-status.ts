import type { RecordedActor } from '../base/actor.ts';
import { epochSecondsAfterDays, laterThan } from '../base/time.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import type { Device } from './device.ts';
import { DEVICE_EVENTS } from './device-event.ts';

/** Who changes the status of a device, and for how many days the history entry is kept. */
export interface StatusRecording {
  readonly actor: RecordedActor;
  /** Makes an id that sorts by the given timestamp. */
  readonly newId: (at: string) => string;
  readonly retentionDays: number;
}

/**
 * The time of a device's change. It is later than the last change, even if clocks differ: by it, clients recognize the newer
 * of two changes, and history entries sort in the order of the changes.
 */
export function timeOfChange({ updated_at }: Pick<Device, 'updated_at'>, at: string): string {
  return laterThan(updated_at, at);
}

/**
 * Makes the write of the history entry of a status change, for the transaction of the device; none if the status is the same.
 * A status that changes because the device becomes watched or unwatched has no entry either, because no heartbeat arrived or
 * was missed.
 */
export function recordStatus(
  table: Table,
  before: Device,
  after: Device,
  { actor, newId, retentionDays }: StatusRecording,
): GuardedWrite[] {
  const at = after.updated_at;
  const { id, tenant_id, site_id, zone_id, name, type, status, last_seen_at } = after;
  if (status === before.status || status === 'unknown' || before.status === 'unknown') return [];
  const entry = DEVICE_EVENTS.item({
    kind: 'device',
    id: newId(at),
    device_id: id,
    tenant_id,
    site_id,
    zone_id,
    device_name: name,
    device_type: type,
    action: status,
    actor,
    last_seen_at,
    at,
  });
  return [putOwn(table, { ...entry, [TTL_ATTRIBUTE]: epochSecondsAfterDays(at, retentionDays) })];
}
