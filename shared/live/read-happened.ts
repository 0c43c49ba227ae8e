import type { Permission, Subject } from '../access.ts';
import { ALERTS } from '../alerts/alert.ts';
import { DEVICES } from '../devices/device.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import type { Happenings, ToldAlert, ToldDevice } from './changes.ts';
import type { Change } from './messages.ts';

/** Something that happened, and whom it is told. */
export interface Told {
  readonly change: Change;
  /** What a profile needs to list such things. */
  readonly permission: Permission;
  /** Told to those who reach this, */
  readonly subject: Subject;
  /** and not to those who reach this. */
  readonly except?: Subject;
}

/** As many as BatchGetItem reads at once. */
const PAGE_SIZE = 100;

/**
 * What is told of a batch of changes: each alert and device once, as it is now, strongly consistent. So of two batches the
 * later one never tells an older state. Of an alert the last thing that was done to it is named.
 */
export async function readHappened(
  table: Table,
  { alerts, devices }: Pick<Happenings, 'alerts' | 'devices'>,
): Promise<Told[]> {
  const lastOfAlerts = [...new Map(alerts.map((it) => [it.alertId, it])).values()];
  const firstOfDevices = [
    ...new Map(devices.toReversed().map((it) => [it.deviceId, it])).values(),
  ].toReversed();
  const told = await Promise.all([
    ...pagesOf(lastOfAlerts).map((page) => readAlerts(table, page)),
    ...pagesOf(firstOfDevices).map((page) => readDevices(table, page)),
  ]);
  return told.flat();
}

async function readAlerts(table: Table, alerts: readonly ToldAlert[]): Promise<Told[]> {
  const items = await batchGet(
    table,
    alerts.map(({ tenantId, alertId }) => ALERTS.key(tenantId, alertId)),
  );
  return alerts.flatMap(({ action }, place) => {
    const item = items[place];
    if (!item) return []; // its time is over, and its history's is not
    const { entity: alert } = ALERTS.read(item);
    return [
      {
        change: { type: 'alert', action, alert },
        permission: 'alerts:read',
        subject: ALERTS.subject(alert),
      },
    ];
  });
}

async function readDevices(table: Table, devices: readonly ToldDevice[]): Promise<Told[]> {
  const items = await batchGet(
    table,
    devices.map(({ tenantId, deviceId }) => DEVICES.key(tenantId, deviceId)),
  );
  return devices.flatMap(({ tenantId, deviceId, oldSiteId }, place): Told[] => {
    const item = items[place];
    const device = item && DEVICES.entityOf(item);
    const subject = device && DEVICES.subject(device);
    const permission = 'devices:read';
    const told: Told[] =
      device && subject ? [{ change: { type: 'device', device }, permission, subject }] : [];
    if (oldSiteId === undefined || oldSiteId === device?.site_id) return told;
    const change = { type: 'device_removed', device_id: deviceId } as const;
    const before = { tenant_id: tenantId, site_id: oldSiteId };
    return [...told, { change, permission, subject: before, ...(subject ? { except: subject } : {}) }];
  });
}

function pagesOf<T>(items: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / PAGE_SIZE) }, (_, page) =>
    items.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
  );
}
