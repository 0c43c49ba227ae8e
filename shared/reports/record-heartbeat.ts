import { actionTime } from '../alerts/action-context.ts';
import { GUARD_ITSELF } from '../base/actor.ts';
import type { RandomBytes } from '../base/ids.ts';
import { formatTimestamp } from '../base/time.ts';
import { DEVICES, type StoredDevice } from '../devices/device.ts';
import { type DeviceIds, loadDevice } from '../devices/find-devices.ts';
import {
  heartbeatDeadline,
  type OnlineWatch,
  type Path,
  pathAttribute,
  watchAfterHeartbeat,
  watchItem,
  watchKey,
} from '../devices/heartbeat.ts';
import { recordStatus, type StatusRecording, timeOfChange } from '../devices/record-status.ts';
import { changeItem } from '../table/change-item.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import type { OwnHeartbeat } from '../table/due-timers.ts';
import { absentOr, allOf, attribute, expression } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { putNew, requireItem, updateItem } from '../table/writes.ts';
import { resolveOfflineAlert } from './offline-alert.ts';

interface HeartbeatContext {
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** After how many days the history entry of a status change expires. */
  readonly retentionDays: number;
  /** The path of a panel on which it arrived. */
  readonly path?: Path | undefined;
}

/**
 * Records a heartbeat of a device. If the device is online or not watched, this is one write to one item that is in no index.
 * If the device was offline or unheard, one transaction makes it online and resolves its offline alert. A heartbeat that is
 * older than the last one is ignored. Throws `not_found` if the device does not exist.
 */
export async function recordHeartbeat(
  table: Table,
  device: DeviceIds,
  { now, randomBytes, retentionDays, path }: HeartbeatContext,
): Promise<void> {
  if ((await commit(table, [moveLastSeen(table, device, now, path)])) === 'written') return;
  const load = () => loadDevice(table, device);
  await decideAndWrite(table, await load(), load, async (stored, writeId) => {
    const { entity, watch } = stored;
    if ((watch?.watch.last_seen ?? '') >= formatTimestamp(now)) return NOTHING;
    if (watch?.watch.state === 'online' || watch?.watch.state === 'unwatched') {
      return { writes: [moveLastSeen(table, device, now, path)], result: undefined };
    }
    if (!watch && entity.heartbeat_seconds === null) {
      return { writes: firstHeartbeat(table, stored, now, path), result: undefined };
    }
    const time = actionTime(now, randomBytes);
    const recording = { ...time, actor: GUARD_ITSELF, retentionDays };
    const note = 'The device was heard again.';
    const writes = [
      ...comeOnline(table, stored, { now, writeId, recording, path }),
      ...(await resolveOfflineAlert(table, stored, recording, { note, writeId })),
    ];
    return { writes, result: undefined };
  });
}

const NOTHING = { writes: [], result: undefined };

/**
 * Makes the write of a heartbeat that does not change the status of the device. It never sets `last_seen` to an earlier time.
 */
function moveLastSeen(
  table: Table,
  { tenantId, deviceId }: DeviceIds,
  now: Date,
  path: Path | undefined,
): GuardedWrite {
  const lastSeen = formatTimestamp(now);
  const onPath = path ? expression`, ${attribute(pathAttribute(path))} = ${lastSeen}` : expression``;
  const update = expression`SET #last_seen = ${lastSeen}${onPath}`;
  const condition = allOf(
    expression`#state IN (${'online'}, ${'unwatched'})`,
    absentOr(attribute('last_seen'), expression`#last_seen < ${lastSeen}`),
  );
  return updateItem(table, watchKey(tenantId, deviceId), { update, condition }, 'stale');
}

/**
 * Makes the writes that create the watch of an unwatched device with its first heartbeat. It is not created earlier, because
 * most devices never send a heartbeat.
 */
function firstHeartbeat(
  table: Table,
  { entity }: StoredDevice,
  now: Date,
  path: Path | undefined,
): GuardedWrite[] {
  const item = { ...watchItem(entity, watchAfterHeartbeat(entity, now)), ...onPath(path, now) };
  const { pk, sk } = DEVICES.item(entity);
  return [
    putNew(table, { ...item, revision: 1 }, 'stale'),
    // The write is refused if the device was deleted or became watched meanwhile.
    requireItem(table, { pk, sk }, 'stale'),
  ];
}

const onPath = (path: Path | undefined, now: Date) =>
  path ? { [pathAttribute(path)]: formatTimestamp(now) } : {};

function comeOnline(
  table: Table,
  { entity, version, watch: stored }: StoredDevice,
  {
    now,
    writeId,
    recording,
    path,
  }: {
    readonly now: Date;
    readonly writeId: string;
    readonly recording: StatusRecording;
    readonly path: Path | undefined;
  },
): GuardedWrite[] {
  const at = formatTimestamp(now);
  const updated_at = timeOfChange(entity, at);
  const changed = { ...entity, status: 'online', last_seen_at: at, updated_at } as const;
  const before = watchItem(entity, stored?.watch);
  const after = { ...watchItem(entity, watchAfterHeartbeat(entity, now)), ...onPath(path, now) };
  return [
    changeItem(table, before, after, { version: stored?.version ?? readVersion(undefined), writeId }),
    changeItem(table, DEVICES.item(entity), DEVICES.item(changed), { version, writeId }),
    ...recordStatus(table, entity, changed, recording),
  ];
}

/**
 * Whether a device missed its heartbeat although Guard could have received it: Guard's own heartbeat arrived after the
 * deadline.
 */
export function isOverdue(watch: OnlineWatch, { checkedAt, resumedAt }: OwnHeartbeat): boolean {
  return checkedAt >= heartbeatDeadline(watch, resumedAt);
}
