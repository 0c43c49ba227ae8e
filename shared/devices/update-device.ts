import { isWithinScope, type Scope } from '../access.ts';
import { wrongReferences } from '../references.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { changeEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { checkWatchedFields } from './check-watched-fields.ts';
import { DEVICES, type Device, type DeviceChanges, type StoredDevice, showDevice } from './device.ts';
import { linkDevice } from './link-device.ts';
import { recordStatus, type StatusRecording, timeOfChange } from './record-status.ts';

/** What else is written when a device changes, or goes: its watch, and what its silence has raised. */
export type WatchWrites = (
  before: StoredDevice,
  after: Device | undefined,
  writeId: string,
) => Promise<readonly GuardedWrite[]>;

interface ChangeContext {
  readonly scope: Scope;
  readonly ifMatch: string | undefined;
  readonly at: string;
  readonly follow: WatchWrites;
  readonly recording: StatusRecording;
}

/**
 * Changes the fields that are given and no other, but for the zone of a device that moves to another site, and the status of
 * one that is watched from now on: it is offline until it is heard. The site that it moves to must be in reach and its zone
 * one of that site.
 */
export async function updateDevice(
  table: Table,
  device: StoredDevice,
  changes: DeviceChanges,
  { scope, ifMatch, at, follow, recording }: ChangeContext,
): Promise<Device> {
  let { watch } = device;
  const entity = await changeEntity(table, DEVICES, device, ifMatch, async (current, stored, writeId) => {
    watch = stored.watch;
    const fields = withZone(current, withSigns(stored, changes));
    const changed = applyChanges(current, fields, timeOfChange(current, at));
    if (!isWithinScope(scope, changed)) throw wrongReferences('site_id');
    const links = linkDevice(table, current, changed);
    const entries = recordStatus(table, current, changed, recording);
    return { changed, alongside: [...links, ...entries, ...(await follow(stored, changed, writeId))] };
  });
  return showDevice({ entity, watch });
}

/** A device leaves its zone when it leaves the site, unless it goes to a zone that is named. */
function withZone(current: Device, changes: DeviceChanges): DeviceChanges {
  if (changes.site_id === undefined || changes.site_id === current.site_id) return changes;
  const { zone_id = null } = changes;
  // A zone never changes its site, so the zone that the device is in cannot belong to the new site.
  if (zone_id !== null && zone_id === current.zone_id) throw wrongReferences('zone_id');
  return { ...changes, zone_id };
}

/** Who turns the watch on or off leaves what is known of the device as it is then. */
function withSigns(stored: StoredDevice, changes: DeviceChanges): DeviceChanges {
  const { heartbeat_seconds: before } = stored.entity;
  const { heartbeat_seconds: after = before } = changes;
  checkWatchedFields(after, changes);
  if ((before === null) === (after === null)) return changes;
  const { last_seen_at } = showDevice(stored);
  return after === null ? { last_seen_at, ...changes } : { ...changes, last_seen_at, status: 'offline' };
}
