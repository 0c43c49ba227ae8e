import type * as z from 'zod/mini';
import { isWithinScope, type Scope } from '../base/access.ts';
import { ApiError } from '../base/errors.ts';
import { wrongReferences } from '../base/references.ts';
import { changeSiteState, readSiteState, withoutDevice } from '../openings/site-state.ts';
import { SITES, type Site } from '../sites/site.ts';
import { ZONES } from '../sites/zone.ts';
import { applyChanges, changeEntity, createEntity, deleteEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { untilSettled } from '../table/decide-and-write.ts';
import { inboundKey, panelKey, serialKey, siteStateKey } from '../table/keys.ts';
import { countChild } from '../table/parents.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, putEntity, putNew } from '../table/writes.ts';
import {
  checkLastSeen,
  DEVICES,
  type Device,
  type DeviceChanges,
  type deviceInputSchema,
  type importedDeviceSchema,
  newDevice,
  type StoredDevice,
  showDevice,
} from './device.ts';
import { loadDevice } from './find-devices.ts';
import { watchAfterChange, watchItem } from './heartbeat.ts';
import { removeMailAddress } from './mailbox.ts';
import { releaseAccount } from './panel-account.ts';
import { recordStatus, type StatusRecording, timeOfChange } from './record-status.ts';

/**
 * Creates a device at an existing site, and in an existing zone if one is named, with other writes in the same transaction.
 */
export async function createDevice(
  table: Table,
  site: Pick<Site, 'id' | 'tenant_id'>,
  input: z.infer<typeof deviceInputSchema>,
  { id, at }: { id: string; at: string },
  alongside?: (device: Device) => readonly GuardedWrite[],
): Promise<Device> {
  checkLastSeen(input.heartbeat_seconds, input);
  const device = newDevice(input, { id, site, at });
  return createEntity(table, DEVICES, device, [
    ...linkDevice(table, undefined, device),
    ...beginWatch(table, device),
    ...(alongside?.(device) ?? []),
  ]);
}

/**
 * Makes the write that creates the watch of a watched device. An unwatched device gets a watch only with its first heartbeat.
 */
function beginWatch(table: Table, device: Device): GuardedWrite[] {
  if (device.heartbeat_seconds === null) return [];
  const watch = watchAfterChange(device, undefined, new Date(device.created_at));
  return [putEntity(table, watchItem(device, watch))];
}

interface ImportResult {
  /** 200 if the tenant already has a device with this serial. That device does not change. */
  readonly status: 200 | 201;
  readonly device: Device;
}

/**
 * Creates a device, unless its tenant has one with the same serial. If several imports are concurrent, only one creates it.
 */
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

/** Reads the device that has a serial; `undefined` if there is none, or if that device gets another serial meanwhile. */
async function findBySerial(table: Table, tenantId: string, serial: string): Promise<Device | undefined> {
  const claim = await getItem(table, serialKey(tenantId, serial));
  const stored = claim && (await loadDevice(table, { tenantId, deviceId: String(claim['device_id']) }));
  return stored?.entity.serial === serial ? showDevice(stored) : undefined;
}

/** Makes the writes to the watch and the offline alert of a device when the device is changed or deleted. */
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
 * Changes the given fields. If the device moves to another site, it also leaves its zone. If it becomes watched, it is
 * offline until its first heartbeat; if it is no longer watched, its status is unknown. A new site must be within the scope,
 * and a new zone must belong to the device's site.
 */
export async function updateDevice(
  table: Table,
  device: StoredDevice,
  changes: DeviceChanges,
  { scope, ifMatch, at, watchWrites, recording }: ChangeContext,
): Promise<Device> {
  let { watch, panelAccount } = device;
  const entity = await changeEntity(table, DEVICES, device, ifMatch, async (current, stored, writeId) => {
    ({ watch, panelAccount } = stored);
    const fields = { ...withZone(current, changes), ...withStatus(stored, changes) };
    const changed = applyChanges(current, fields, timeOfChange(current, at));
    if (!isWithinScope(scope, changed)) throw wrongReferences('site_id');
    const links = linkDevice(table, current, changed);
    const entries = recordStatus(table, current, changed, recording);
    const left = changed.site_id === current.site_id ? [] : await leaveState(table, current, writeId);
    const watches = await watchWrites(stored, changed, writeId);
    return { changed, alongside: [...links, ...entries, ...left, ...watches] };
  });
  return showDevice({ entity, watch, panelAccount });
}

/** A device that changes its site also leaves its zone, unless the change names a zone. */
function withZone(current: Device, changes: DeviceChanges): DeviceChanges {
  if (changes.site_id === undefined || changes.site_id === current.site_id) return changes;
  const { zone_id = null } = changes;
  // A zone always stays at its site, so the current zone cannot belong to the new site.
  if (zone_id !== null && zone_id === current.zone_id) throw wrongReferences('zone_id');
  return { ...changes, zone_id };
}

/** The device with the status that follows from being watched or not. It keeps the `last_seen_at` that it has now. */
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
      ...removePanel(table, stored),
      // No condition is needed: making an address requires the device.
      deleteAny(table, inboundKey(stored.entity.tenant_id, stored.entity.id)),
      ...(await removeMailAddress(table, stored)),
      ...(await leaveState(table, stored.entity, writeId)),
      ...(await watchWrites(stored, undefined, writeId)),
    ],
  });
}

/**
 * Makes the write by which the state of a site forgets a device that leaves it: nobody could close the areas that it left open.
 */
async function leaveState(
  table: Table,
  { id, tenant_id: tenantId, site_id: siteId }: Device,
  writeId: string,
): Promise<GuardedWrite[]> {
  const before = readSiteState(await getItem(table, siteStateKey(tenantId, siteId)));
  const after = withoutDevice(before, id);
  return after === before ? [] : [changeSiteState(table, { tenantId, siteId }, before, after, writeId)];
}

/** Makes the writes that delete the panel of a device and free its account; none for a device that is no panel. */
export function removePanel(table: Table, { entity, panelAccount }: StoredDevice): GuardedWrite[] {
  const { id, tenant_id } = entity;
  if (!panelAccount) return [];
  // No condition is needed: the device requires its version.
  return [
    deleteAny(table, panelKey(tenant_id, id)),
    releaseAccount(table, { tenant_id, device_id: id }, panelAccount),
  ];
}

/**
 * Makes the writes to other items when a device is created (only `after`), deleted (only `before`) or changed (both). The
 * site and the zone count the device, and a claim reserves its serial. In the transaction of the device, these writes
 * guarantee that the site and the zone exist and that the serial is unique.
 */
function linkDevice(table: Table, before: Device | undefined, after: Device | undefined): GuardedWrite[] {
  const device = after ?? before;
  if (!device) return [];
  const { tenant_id } = device;
  const site = (id: string) => SITES.key(tenant_id, id);
  const zone = (id: string) => ZONES.key(tenant_id, id);
  return [
    ...exchange(before?.site_id, after?.site_id, {
      leave: (id) => countChild(table, site(id), -1, 'stale'),
      // The path names the site of a new device; a field names the new site of a device that moves.
      enter: (id) => countChild(table, site(id), 1, before ? wrongReferences('site_id') : 'not_found'),
    }),
    ...exchange(before?.zone_id, after?.zone_id, {
      leave: (id) => countChild(table, zone(id), -1, 'stale'),
      enter: (id) => countChild(table, zone(id), 1, wrongReferences('zone_id'), { site_id: device.site_id }),
    }),
    ...exchange(before?.serial, after?.serial, {
      // No condition is needed: the claim belongs to this device as long as the device has the version that its own write
      // requires.
      leave: (serial) => deleteAny(table, serialKey(tenant_id, serial)),
      enter: (serial) => putNew(table, serialItem(device, serial), 'serial_taken'),
    }),
  ];
}

export function serialItem({ tenant_id, id }: Pick<Device, 'tenant_id' | 'id'>, serial: string) {
  return { ...serialKey(tenant_id, serial), device_id: id };
}

type Link = string | null | undefined;

/** If a field changes, makes the writes that leave its former value and enter its new one. */
function exchange(
  before: Link,
  after: Link,
  { leave, enter }: Record<'leave' | 'enter', (named: string) => GuardedWrite>,
): GuardedWrite[] {
  if (before === after) return [];
  return [...(before ? [leave(before)] : []), ...(after ? [enter(after)] : [])];
}
