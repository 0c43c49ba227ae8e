import { randomBytes } from 'node:crypto';
import { DEVICES } from '../../shared/devices/device.ts';
import { markOffline } from '../../shared/reports/check-heartbeat.ts';
import { recordHeartbeat } from '../../shared/reports/record-heartbeat.ts';
import type { KindKeys } from '../../shared/table/kind.ts';
import type { Lane } from './lane.ts';
import { newSite } from './prepared-things.ts';
import { change, deletion, inTenant, type WriteCase } from './prepared-write.ts';

/** What is made, changed and deleted at `/api/v1/<collection>/{id}` by a tenant's master. */
export interface Collection {
  readonly name: string;
  readonly kind: KindKeys;
  make(lane: Lane): Promise<string>;
}

/** A PATCH of something that has just been made. */
export function patching(
  route: string,
  { name, kind, make }: Collection,
  json: (lane: Lane) => object | Promise<object>,
  how?: string,
): WriteCase {
  return {
    route,
    ...(how ? { how } : {}),
    async prepare(lane) {
      const id = await make(lane);
      const options = { json: await json(lane), token: lane.master };
      return change(lane, inTenant(lane, kind, id), `PATCH /api/v1/${name}/${id}`, options);
    },
  };
}

/** A DELETE of something that has just been made. */
export function deleting(route: string, { name, kind, make }: Collection, how?: string): WriteCase {
  return {
    route,
    ...(how ? { how } : {}),
    async prepare(lane) {
      const id = await make(lane);
      return deletion(lane, inTenant(lane, kind, id), `/api/v1/${name}/${id}`);
    },
    repeated: 404,
  };
}

/** Watched devices that are offline after a heartbeat. */
export const offlineDeviceCollection: Collection = {
  name: 'devices',
  kind: DEVICES,
  async make(lane) {
    const { table, clock } = lane.guard;
    const device = { name: lane.unique(), type: 'camera', heartbeat_seconds: 60 };
    const deviceId = await lane.create(`/api/v1/sites/${await newSite(lane)}/devices`, device);
    const key = { tenantId: lane.tenantId, deviceId };
    const heardAt = new Date(clock.now.getTime() - 600_000);
    await recordHeartbeat(table, key, { now: heardAt, randomBytes, retentionDays: 400 });
    const ownHeartbeat = { checkedAt: clock.now, resumedAt: new Date(0) };
    await markOffline(table, key, { ownHeartbeat, now: clock.now, randomBytes, retentionDays: 400 });
    return deviceId;
  },
};
