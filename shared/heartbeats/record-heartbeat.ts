import { GUARD_ITSELF } from '../actor.ts';
import { actionTime } from '../alerts/action-context.ts';
import { DEVICES, type StoredDevice } from '../devices/device.ts';
import { watchAfterHeartbeat, watchItem, watchKey } from '../devices/heartbeat.ts';
import { loadDevice } from '../devices/load-device.ts';
import { recordStatus, type StatusRecording, timeOfChange } from '../devices/record-status.ts';
import type { RandomBytes } from '../ids.ts';
import { changeItem } from '../table/change-item.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { putNew, requireItem } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import { resolveOfflineAlert } from './resolve-offline-alert.ts';

interface HeardDevice {
  readonly tenantId: string;
  readonly deviceId: string;
}

interface Hearing {
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** For how many days a change of its status is kept. */
  readonly retentionDays: number;
}

/**
 * Notes that a device was heard at `now`. Of a device that is online, or not watched, this is one write of one item that is in
 * no index. One that comes back, or that is heard for the first time, is online from then on, and the alert of its silence is
 * resolved, all of it or nothing. Throws `not_found` where there is no such device. What is older than what is known
 * changes nothing.
 */
export async function recordHeartbeat(
  table: Table,
  device: HeardDevice,
  { now, randomBytes, retentionDays }: Hearing,
): Promise<void> {
  if ((await commit(table, [moveLastSeen(table, device, now)])) === 'written') return;
  const load = () => loadDevice(table, device);
  await decideAndWrite(table, await load(), load, async (stored, writeId) => {
    const { entity, watch } = stored;
    if ((watch?.watch.last_seen ?? '') >= formatTimestamp(now)) return NOTHING;
    if (watch?.watch.state === 'online' || watch?.watch.state === 'unwatched') {
      return { writes: [moveLastSeen(table, device, now)], result: undefined };
    }
    if (!watch && entity.heartbeat_seconds === null) {
      return { writes: firstSign(table, stored, now), result: undefined };
    }
    const doing = actionTime(now, randomBytes);
    const recording = { ...doing, actor: GUARD_ITSELF, retentionDays };
    const note = 'The device was heard again.';
    const writes = [
      ...comeOnline(table, stored, { now, writeId, recording }),
      ...(await resolveOfflineAlert(table, stored, doing, { note, writeId })),
    ];
    return { writes, result: undefined };
  });
}

const NOTHING = { writes: [], result: undefined };

/** Moves the last sign of life on, never back, where nothing follows from it. */
function moveLastSeen(table: Table, { tenantId, deviceId }: HeardDevice, now: Date): GuardedWrite {
  const write = {
    Update: {
      TableName: table.name,
      Key: { ...watchKey(tenantId, deviceId) },
      UpdateExpression: 'SET #last_seen = :now',
      ConditionExpression:
        '#state IN (:online, :unwatched) AND (attribute_not_exists(#last_seen) OR #last_seen < :now)',
      ExpressionAttributeNames: { '#last_seen': 'last_seen', '#state': 'state' },
      ExpressionAttributeValues: {
        ':now': formatTimestamp(now),
        ':online': 'online',
        ':unwatched': 'unwatched',
      },
    },
  };
  return { write, refused: 'stale' };
}

/** The watch of a device that is not watched and was never heard: most never are, and so have none. */
function firstSign(table: Table, { entity }: StoredDevice, now: Date): GuardedWrite[] {
  const item = watchItem(entity, watchAfterHeartbeat(entity, now));
  const { pk, sk } = DEVICES.item(entity);
  return [
    putNew(table, { ...item, revision: 1 }, 'stale'),
    // It may be deleted, or watched from now on.
    requireItem(table, { pk, sk }, 'stale'),
  ];
}

function comeOnline(
  table: Table,
  { entity, version, watch: stored }: StoredDevice,
  {
    now,
    writeId,
    recording,
  }: { readonly now: Date; readonly writeId: string; readonly recording: StatusRecording },
): GuardedWrite[] {
  const at = formatTimestamp(now);
  const updated_at = timeOfChange(entity, at);
  const changed = { ...entity, status: 'online', last_seen_at: at, updated_at } as const;
  const before = watchItem(entity, stored?.watch);
  const after = watchItem(entity, watchAfterHeartbeat(entity, now));
  return [
    changeItem(table, before, after, { version: stored?.version ?? readVersion(undefined), writeId }),
    changeItem(table, DEVICES.item(entity), DEVICES.item(changed), { version, writeId }),
    ...recordStatus(table, entity, changed, recording),
  ];
}
