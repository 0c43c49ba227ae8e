import { isWithinScope, type Scope } from '../access.ts';
import { wrongReferences } from '../references.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { changeEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import {
  checkLastSeen,
  DEVICES,
  type Device,
  type DeviceChanges,
  type StoredDevice,
  showDevice,
} from './device.ts';
import { linkDevice } from './link-device.ts';
import { recordStatus, type StatusRecording, timeOfChange } from './record-status.ts';

/** Returns the writes to the watch and the offline alert of a device that is changed or deleted. */
export type WatchWrites = (
  before: StoredDevice,
  after: Device | undefined,
  writeId: string,
) => Promise<readonly GuardedWrite[]>;

interface ChangeContext {
  readonly scope: Scope;
  readonly ifMatch: string | undefined;
  readonly at: string;
  readonly watchWrites: WatchWrites;
  readonly recording: StatusRecording;
}

/**
 * Changes the given fields. A device that moves to another site also leaves its zone, and a device that becomes watched is
 * offline until its first heartbeat. One that is not watched any more is unknown. The new site must be within the scope, and
 * the zone must belong to it.
 */
export async function updateDevice(
  table: Table,
  device: StoredDevice,
  changes: DeviceChanges,
  { scope, ifMatch, at, watchWrites, recording }: ChangeContext,
): Promise<Device> {
  let { watch } = device;
  const entity = await changeEntity(table, DEVICES, device, ifMatch, async (current, stored, writeId) => {
    watch = stored.watch;
    const fields = { ...withZone(current, changes), ...withStatus(stored, changes) };
    const changed = applyChanges(current, fields, timeOfChange(current, at));
    if (!isWithinScope(scope, changed)) throw wrongReferences('site_id');
    const links = linkDevice(table, current, changed);
    const entries = recordStatus(table, current, changed, recording);
    return { changed, alongside: [...links, ...entries, ...(await watchWrites(stored, changed, writeId))] };
  });
  return showDevice({ entity, watch });
}

/** A device that changes its site also leaves its zone, unless the change names a zone. */
function withZone(current: Device, changes: DeviceChanges): DeviceChanges {
  if (changes.site_id === undefined || changes.site_id === current.site_id) return changes;
  const { zone_id = null } = changes;
  // A zone never changes its site, so the current zone cannot belong to the new site.
  if (zone_id !== null && zone_id === current.zone_id) throw wrongReferences('zone_id');
  return { ...changes, zone_id };
}

/** A device that becomes watched or unwatched has another status, and keeps its current `last_seen_at`. */
function withStatus(
  stored: StoredDevice,
  changes: DeviceChanges,
): Pick<Partial<Device>, 'status' | 'last_seen_at'> {
  const { heartbeat_seconds: before } = stored.entity;
  const { heartbeat_seconds: after = before } = changes;
  checkLastSeen(after, changes);
  if ((before === null) === (after === null)) return {};
  const { last_seen_at } = showDevice(stored);
  if (after !== null) return { status: 'offline', last_seen_at };
  return {
    status: 'unknown',
    last_seen_at: changes.last_seen_at === undefined ? last_seen_at : changes.last_seen_at,
  };
}
