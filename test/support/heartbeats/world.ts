import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { actOnAlert } from '../../../shared/alerts/act-on-alert.ts';
import { actionTime } from '../../../shared/alerts/action-context.ts';
import { ALERTS, type Alert } from '../../../shared/alerts/alert.ts';
import { GUARD_ITSELF } from '../../../shared/base/actor.ts';
import { newId, type RandomBytes } from '../../../shared/base/ids.ts';
import { formatTimestamp } from '../../../shared/base/time.ts';
import { createDevice, deleteDevice, updateDevice } from '../../../shared/devices/change-devices.ts';
import { DEVICES, deviceInputSchema } from '../../../shared/devices/device.ts';
import { loadDevice } from '../../../shared/devices/find-devices.ts';
import { heartbeatWork, watchWrites } from '../../../shared/reports/check-heartbeat.ts';
import { recordHeartbeat } from '../../../shared/reports/record-heartbeat.ts';
import { recordMissedHeartbeat, recordOwnHeartbeat } from '../../../shared/self-check/own-heartbeat.ts';
import { SITES, type Site } from '../../../shared/sites/site.ts';
import { CHILD_COUNT, tenantPartition } from '../../../shared/table/keys.ts';
import { queryAll } from '../../../shared/table/reads.ts';
import { runDue } from '../../../shared/table/run-due.ts';
import type { Table } from '../../../shared/table/table.ts';
import { shardOfTimer } from '../../../shared/table/timer.ts';
import { TENANTS } from '../../../shared/tenants/tenant.ts';
import { historyOf } from '../history-of.ts';
import { makeSite } from '../make-site.ts';
import { makeTenant } from '../make-tenant.ts';

/** A tenant with one site, its devices, and the timers of their watches. */
export interface HeartbeatWorld {
  readonly tenantId: string;
  create(name: string, seconds: number | null, now: Date): Promise<string>;
  change(deviceId: string, seconds: number | null, now: Date): Promise<void>;
  remove(deviceId: string, now: Date): Promise<void>;
  beat(deviceId: string, now: Date, through?: Table): Promise<void>;
  /** Runs the timers of one minute. */
  watch(now: Date, through?: Table): Promise<void>;
  miss(now: Date): Promise<void>;
  resolve(alert: Alert, now: Date): Promise<void>;
  alerts(): Promise<Alert[]>;
  /** The actions of an alert's history, in order. */
  history(alert: Alert): Promise<string[]>;
  /** The status of each device, by its id. */
  statuses(): Promise<ReadonlyMap<string, string>>;
}

export async function openWorld(
  table: Table,
  begin: Date,
  randomBytes: RandomBytes,
): Promise<HeartbeatWorld> {
  const tenantId = newId(begin, randomBytes);
  const shards = new Set<number>();
  const site: Site = makeSite('1', { tenant_id: tenantId });
  await put(table, { ...TENANTS.item(makeTenant({ id: tenantId })), [CHILD_COUNT]: 1 });
  await put(table, SITES.item(site));
  const load = async (deviceId: string) => {
    const stored = await loadDevice(table, { tenantId, deviceId });
    if (!stored) throw new Error('There is no such device');
    return stored;
  };
  const following = (now: Date) => ({
    ifMatch: undefined,
    watchWrites: watchWrites(table, actionTime(now, randomBytes)),
    recording: { ...actionTime(now, randomBytes), actor: GUARD_ITSELF, retentionDays: 400 },
  });
  return {
    tenantId,
    async create(name, seconds, now) {
      const input = deviceInputSchema.parse({ name, type: 'sensor', heartbeat_seconds: seconds });
      const id = newId(now, randomBytes);
      shards.add(shardOfTimer(id));
      await createDevice(table, site, input, { id, at: formatTimestamp(now) });
      return id;
    },
    async change(deviceId, seconds, now) {
      const context = {
        scope: { kind: 'tenant', tenantId },
        at: formatTimestamp(now),
        ...following(now),
      } as const;
      await updateDevice(table, await load(deviceId), { heartbeat_seconds: seconds }, context);
    },
    remove: async (deviceId, now) => deleteDevice(table, await load(deviceId), following(now)),
    beat: (deviceId, now, through = table) =>
      recordHeartbeat(through, { tenantId, deviceId }, { now, randomBytes, retentionDays: 400 }),
    async watch(now, through = table) {
      const ownHeartbeat = await recordOwnHeartbeat(through, now);
      // Other shards are empty.
      for (const shard of shards) {
        await runDue({
          kind: 'watch',
          shard,
          work: heartbeatWork(400),
          run: { table: through, now, randomBytes, ownHeartbeat, log: () => {} },
          hasTime: () => true,
          onFailure: () => {},
        });
      }
    },
    miss: (now) => recordMissedHeartbeat(table, now),
    async resolve(alert, now) {
      const stored = { ...ALERTS.read(await itemOf(table, alert)) };
      const actor = { kind: 'user', id: tenantId, name: 'Olga' } as const;
      await actOnAlert(table, stored, 'resolve', { ...actionTime(now, randomBytes), actor });
    },
    alerts: async () => (await all(table, tenantId, ALERTS.prefix())).map((item) => ALERTS.read(item).entity),
    history: async (alert) => (await historyOf(table, alert)).map(({ action }) => action),
    async statuses() {
      const devices = (await all(table, tenantId, DEVICES.prefix())).map((item) => DEVICES.entityOf(item));
      return new Map(devices.map(({ id, status }) => [id, status]));
    },
  };
}

type Item = Record<string, unknown>;

const put = (table: Table, item: object) =>
  table.client.send(new PutCommand({ TableName: table.name, Item: { ...item, revision: 1 } }));

async function itemOf(table: Table, { tenant_id, id }: Alert): Promise<Item> {
  const [item] = await all(table, tenant_id, ALERTS.prefix() + id);
  if (!item) throw new Error('There is no such alert');
  return item;
}

async function all(table: Table, tenantId: string, prefix: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of queryAll(table, tenantPartition(tenantId), prefix)) items.push(item);
  return items;
}
