import { ALERTS } from '../alerts/alert.ts';
import type { Permission, Subject } from '../base/access.ts';
import { DEVICES } from '../devices/device.ts';
import { openingsOf, readSiteState } from '../openings/site-state.ts';
import { siteStateKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { TESTS } from '../test-mode/site-test.ts';
import type { Change } from './messages.ts';
import type {
  AlertChange,
  DeviceChange,
  OpeningChange,
  StreamChanges,
  TestChange,
} from './stream-changes.ts';

/** A change, and which connections may receive it. */
export interface LiveChange {
  readonly change: Change;
  /** The permission that a connection needs: the one to list such entities. */
  readonly permission: Permission;
  /** The location of the change. Connections with this location in their scope receive the change. */
  readonly subject: Subject;
  /** Connections with this location in their scope do not receive the change. */
  readonly except?: Subject;
  /** The ids of the only connections that receive the change. */
  readonly only?: ReadonlySet<string>;
}

/** The maximum of BatchGetItem. */
const PAGE_SIZE = 100;

/**
 * Reads the current state of each changed alert, device, test and site once, strongly consistent, so that a later batch never sends
 * an older state. If an alert has several changes, the last action is sent.
 */
export async function readLiveChanges(
  table: Table,
  { alerts, devices, tests, openings }: Pick<StreamChanges, 'alerts' | 'devices' | 'tests' | 'openings'>,
): Promise<LiveChange[]> {
  const lastOfAlerts = [...new Map(alerts.map((it) => [it.alertId, it])).values()];
  const firstOfDevices = [
    ...new Map(devices.toReversed().map((it) => [it.deviceId, it])).values(),
  ].toReversed();
  const lastOfTests = [...new Map(tests.map((it) => [it.testId, it])).values()];
  const openedSites = [...new Map(openings.map((it) => [it.siteId, it])).values()];
  const changes = await Promise.all([
    ...pagesOf(lastOfAlerts).map((page) => readAlerts(table, page)),
    ...pagesOf(firstOfDevices).map((page) => readDevices(table, page)),
    ...pagesOf(lastOfTests).map((page) => readTests(table, page)),
    ...pagesOf(openedSites).map((page) => readOpenings(table, page)),
  ]);
  return changes.flat();
}

async function readAlerts(table: Table, alerts: readonly AlertChange[]): Promise<LiveChange[]> {
  const items = await batchGet(
    table,
    alerts.map(({ tenantId, alertId }) => ALERTS.key(tenantId, alertId)),
  );
  return alerts.flatMap(({ action }, place) => {
    const item = items[place];
    if (!item) return []; // the alert has expired before its history
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

async function readDevices(table: Table, devices: readonly DeviceChange[]): Promise<LiveChange[]> {
  const items = await batchGet(
    table,
    devices.map(({ tenantId, deviceId }) => DEVICES.key(tenantId, deviceId)),
  );
  return devices.flatMap(({ tenantId, deviceId, oldSiteId }, place): LiveChange[] => {
    const item = items[place];
    const device = item && DEVICES.entityOf(item);
    const subject = device && DEVICES.subject(device);
    const permission = 'devices:read';
    const changed: LiveChange[] =
      device && subject ? [{ change: { type: 'device', device }, permission, subject }] : [];
    if (oldSiteId === undefined || oldSiteId === device?.site_id) return changed;
    const change = { type: 'device_removed', device_id: deviceId } as const;
    const before = { tenant_id: tenantId, site_id: oldSiteId };
    return [...changed, { change, permission, subject: before, ...(subject ? { except: subject } : {}) }];
  });
}

async function readTests(table: Table, tests: readonly TestChange[]): Promise<LiveChange[]> {
  const items = await batchGet(
    table,
    tests.map(({ tenantId, testId }) => TESTS.key(tenantId, testId)),
  );
  return tests.flatMap(({ action }, place): LiveChange[] => {
    const item = items[place];
    if (!item) return [];
    const test = TESTS.entityOf(item);
    return [
      { change: { type: 'test', action, test }, permission: 'tests:read', subject: TESTS.subject(test) },
    ];
  });
}

async function readOpenings(table: Table, sites: readonly OpeningChange[]): Promise<LiveChange[]> {
  const items = await batchGet(
    table,
    sites.map(({ tenantId, siteId }) => siteStateKey(tenantId, siteId)),
  );
  return sites.map(({ tenantId, siteId }, place): LiveChange => {
    const openings = openingsOf(readSiteState(items[place]));
    return {
      change: { type: 'openings', site_id: siteId, openings },
      permission: 'sites:read',
      subject: { tenant_id: tenantId, site_id: siteId },
    };
  });
}

function pagesOf<T>(items: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / PAGE_SIZE) }, (_, page) =>
    items.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
  );
}
