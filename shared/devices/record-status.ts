import type { RecordedActor } from '../actor.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { epochSecondsAfterDays, laterThan } from '../time.ts';
import type { Device } from './device.ts';
import { DEVICE_EVENTS } from './device-event.ts';

/** Who changes the status of a device, what ids are made of, and for how many days this is kept. */
export interface StatusRecording {
  readonly actor: RecordedActor;
  /** A new id that is of a time. */
  readonly newId: (at: string) => string;
  readonly retentionDays: number;
}

/**
 * When a device changes: later than its last change, whatever the clocks say. Clients that are told of both changes know by it
 * which is the newer, and the entries of a device are in the order of its changes.
 */
export function timeOfChange({ updated_at }: Pick<Device, 'updated_at'>, at: string): string {
  return laterThan(updated_at, at);
}

/** What is written in the transaction that changes a device: the entry of its status, where that is another. */
export function recordStatus(
  table: Table,
  before: Device,
  after: Device,
  { actor, newId, retentionDays }: StatusRecording,
): GuardedWrite[] {
  if (after.status === before.status) return [];
  const at = after.updated_at;
  const { id, tenant_id, site_id, zone_id, name, type, status, last_seen_at } = after;
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
