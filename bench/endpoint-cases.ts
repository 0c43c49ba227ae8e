import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { User } from '../shared/accounts/user.ts';
import { newId } from '../shared/base/ids.ts';
import { channelsKey } from '../shared/table/keys.ts';
import type { Table } from '../shared/table/table.ts';
import { putItem } from '../shared/table/writes.ts';
import { type AlertOrigin, COMMON_SEVERITY, COMMON_TYPE, freshAlerts } from './bench-alerts.ts';
import type { BenchData } from './bench-data.ts';
import { DEPTH_BUDGETS, UNIT_BUDGETS, type UnitBudget } from './budgets.ts';
import { type BenchRequest, type GuardUnderTest, signInRequest } from './guard-under-test.ts';
import { LIMIT, listScopes, planSize } from './list-cases.ts';
import { writeAlerts } from './write-bench-data.ts';

export interface EndpointCase {
  readonly name: string;
  readonly depthBudget: number;
  /** Absent if only the number of round trips is limited. */
  readonly unitBudget?: UnitBudget;
  prepare(): Promise<BenchRequest[]>;
}

export function endpointCases(guard: GuardUnderTest, table: Table, data: BenchData): EndpointCase[] {
  const { platformAdmin, tenantMaster, operators } = data;
  return [
    {
      name: 'login',
      depthBudget: DEPTH_BUDGETS.login,
      unitBudget: UNIT_BUDGETS.login,
      prepare: async () => operators.slice(0, 2).map(signInRequest),
    },
    ...listScopes(data).map(
      (scope): EndpointCase => ({
        name: `list (${scope.name})`,
        depthBudget: DEPTH_BUDGETS.list + planSize(scope, {}).rounds - 1,
        ...(scope.name === 'tenant' ? { unitBudget: UNIT_BUDGETS.listTenant } : {}),
        async prepare() {
          const token = await guard.signIn(scope.user);
          return twice(() => ({ method: 'GET', path: `${scope.path}?limit=${LIMIT}`, token }));
        },
      }),
    ),
    openAlertCase(guard, data),
    overviewCase('tenant master', tenantMaster, guard),
    overviewCase('operator', operators[0], guard),
    raiseCase(guard, data),
    deviceRaiseCase(guard, data),
    surfaceCase(guard, data),
    acknowledgeCase('tenant master', tenantMaster, guard, table, data),
    acknowledgeCase('operator', operators[0], guard, table, data),
    {
      ...acknowledgeCase('platform admin', platformAdmin, guard, table, data),
      depthBudget: DEPTH_BUDGETS.acknowledgeAnywhere,
      // The tenant of the alert is read from its shard first.
      unitBudget: { ...UNIT_BUDGETS.acknowledge, readUnits: UNIT_BUDGETS.acknowledge.readUnits + 0.5 },
    },
    takeOverCase(guard, table, data),
    parkCase(guard, table, data),
    tokenCase('refresh', guard, data),
    tokenCase('logout', guard, data),
    heartbeatCase(guard, data),
    inboundCase(
      'a known state',
      () => ({ smoke: false, battery: 98 }),
      DEPTH_BUDGETS.inboundState,
      UNIT_BUDGETS.inboundState,
      guard,
      data,
    ),
    inboundCase(
      'an alarm',
      () => ({ smoke: true }),
      DEPTH_BUDGETS.inboundAlarm,
      UNIT_BUDGETS.inboundAlarm,
      guard,
      data,
    ),
    gatewayCase(guard, data),
    responseCase(guard, table, data),
  ];
}

/** Every request raises a new alert of the same type at the same site. */
function raiseCase(guard: GuardUnderTest, { tenantMaster, sites }: BenchData): EndpointCase {
  const json = {
    site_id: sites[0]?.id,
    type: COMMON_TYPE,
    severity: COMMON_SEVERITY,
    message: 'Motion sensor in the main hall stopped reporting',
  };
  return {
    name: 'raise (tenant master)',
    depthBudget: DEPTH_BUDGETS.raise,
    unitBudget: UNIT_BUDGETS.raise,
    async prepare() {
      const token = await guard.signIn(tenantMaster);
      return twice(() => ({ method: 'POST', path: '/api/v1/alerts', token, json }));
    },
  };
}

export const TROUBLE = {
  action: 'raise',
  type: COMMON_TYPE,
  severity: COMMON_SEVERITY,
  message: 'Door open',
  dedup_key: 'door',
};

const HEARTBEAT = { action: 'heartbeat' };

export const report = (token: string, ...events: readonly object[]): BenchRequest => ({
  method: 'POST',
  path: '/api/v1/reports',
  token,
  json: { events },
});

const idOf = (answer: unknown) => z.object({ id: z.string() }).parse(answer).id;

/** A device of the first site with a key of its own. */
async function newDeviceKey(guard: GuardUnderTest, token: string, siteId: string | undefined) {
  const post = (path: string, json: object) =>
    guard.call({ method: 'POST', path: `/api/v1${path}`, token, json });
  const device = { name: 'Back door', type: 'door-contact', heartbeat_seconds: 86_400 };
  const deviceId = idOf(await post(`/sites/${siteId}/devices`, device));
  const issued = await post('/keys', { name: 'Back door', device_id: deviceId });
  const { key } = z.object({ key: z.string() }).parse(issued);
  return { key, deviceId };
}

/** A device of the first site with a key of its own, after its first heartbeat. */
export async function heardDeviceKey(...[guard, token, siteId]: Parameters<typeof newDeviceKey>) {
  const made = await newDeviceKey(guard, token, siteId);
  await guard.call(report(made.key, HEARTBEAT));
  return made;
}

/** Every request is the first report of trouble by a device that was heard before. */
function deviceRaiseCase(guard: GuardUnderTest, { tenantMaster, sites }: BenchData): EndpointCase {
  return {
    name: 'raise (device)',
    depthBudget: DEPTH_BUDGETS.raise,
    unitBudget: UNIT_BUDGETS.deviceRaise,
    async prepare() {
      const token = await guard.signIn(tenantMaster);
      const devices = await Promise.all(twice(() => heardDeviceKey(guard, token, sites[0]?.id)));
      return devices.map(({ key }) => report(key, TROUBLE));
    },
  };
}

/** Every request repeats trouble that a device reported twice during a test, which is over. */
function surfaceCase(guard: GuardUnderTest, { tenantMaster, sites }: BenchData): EndpointCase {
  return {
    name: 'raise after a test (device)',
    depthBudget: DEPTH_BUDGETS.raise,
    unitBudget: UNIT_BUDGETS.surface,
    async prepare() {
      const token = await guard.signIn(tenantMaster);
      const devices = await Promise.all(twice(() => heardDeviceKey(guard, token, sites[0]?.id)));
      for (const { key, deviceId } of devices) {
        const ends_at = new Date(Date.now() + TEST_MILLISECONDS).toISOString();
        const json = { ends_at, reason: 'Yearly check', device_ids: [deviceId] };
        const started = { method: 'POST', path: `/api/v1/sites/${sites[0]?.id}/tests`, token, json } as const;
        const testId = idOf(await guard.call(started));
        const request = report(key, TROUBLE);
        await guard.call(request);
        await guard.call(request);
        await guard.call({ method: 'DELETE', path: `/api/v1/tests/${testId}`, token });
      }
      return devices.map(({ key }) => report(key, TROUBLE));
    },
  };
}

/** Every request reads the state of all sites of a user. */
function overviewCase(profile: string, user: User, guard: GuardUnderTest): EndpointCase {
  return {
    name: `overview (${profile})`,
    depthBudget: DEPTH_BUDGETS.overview,
    unitBudget: UNIT_BUDGETS.overview,
    async prepare() {
      const token = await guard.signIn(user);
      return twice(() => ({ method: 'GET', path: '/api/v1/overview', token }));
    },
  };
}

/** Every request reads an alert with its history. */
function openAlertCase(guard: GuardUnderTest, data: BenchData): EndpointCase {
  return {
    name: 'open an alert (operator)',
    depthBudget: DEPTH_BUDGETS.openAlert,
    unitBudget: UNIT_BUDGETS.openAlert,
    async prepare() {
      const [raise] = await raiseCase(guard, data).prepare();
      const raised = raise && (await guard.call(raise));
      const { id } = z.object({ id: z.string() }).parse(raised);
      const token = await guard.signIn(data.operators[0]);
      return twice(() => ({ method: 'GET', path: `/api/v1/alerts/${id}?include=history`, token }));
    },
  };
}

/** Every request acknowledges an alert that is active until then. */
function acknowledgeCase(
  profile: string,
  user: User,
  guard: GuardUnderTest,
  table: Table,
  data: BenchData,
): EndpointCase {
  return {
    name: `acknowledge (${profile})`,
    depthBudget: DEPTH_BUDGETS.acknowledge,
    unitBudget: UNIT_BUDGETS.acknowledge,
    async prepare() {
      const token = await guard.signIn(user);
      const alerts = freshAlerts(2, operatorOrigin(data));
      await writeAlerts(table, alerts);
      return alerts.map(({ id }) => ({ method: 'POST', path: `/api/v1/alerts/${id}/acknowledge`, token }));
    },
  };
}

/** Every request takes over an alert that an operator has acknowledged. */
function takeOverCase(guard: GuardUnderTest, table: Table, data: BenchData): EndpointCase {
  return {
    name: 'take over (tenant master)',
    depthBudget: DEPTH_BUDGETS.acknowledge,
    unitBudget: UNIT_BUDGETS.takeOver,
    async prepare() {
      const [holder, token] = [await guard.signIn(data.operators[0]), await guard.signIn(data.tenantMaster)];
      const alerts = freshAlerts(2, operatorOrigin(data));
      await writeAlerts(table, alerts);
      const path = (id: string, action: string) => `/api/v1/alerts/${id}/${action}`;
      for (const { id } of alerts)
        await guard.call({ method: 'POST', path: path(id, 'acknowledge'), token: holder });
      return alerts.map(({ id }) => ({ method: 'POST', path: path(id, 'take-over'), token }));
    },
  };
}

/** Every request parks an alert that its operator has acknowledged. */
function parkCase(guard: GuardUnderTest, table: Table, data: BenchData): EndpointCase {
  return {
    name: 'park (operator)',
    depthBudget: DEPTH_BUDGETS.acknowledge,
    unitBudget: UNIT_BUDGETS.park,
    async prepare() {
      const token = await guard.signIn(data.operators[0]);
      const alerts = freshAlerts(2, operatorOrigin(data));
      await writeAlerts(table, alerts);
      const path = (id: string, action: string) => `/api/v1/alerts/${id}/${action}`;
      for (const { id } of alerts) await guard.call({ method: 'POST', path: path(id, 'acknowledge'), token });
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const json = { until, reason: 'The electrician comes at two' };
      return alerts.map(({ id }) => ({ method: 'POST', path: path(id, 'park'), token, json }));
    },
  };
}

/** The operators' sites. */
function operatorOrigin({ origin, operatorSiteIds }: BenchData): AlertOrigin {
  return { ...origin, sites: origin.sites.filter(({ id }) => operatorSiteIds.includes(id)) };
}

const TEST_MILLISECONDS = 3_600_000;

/** Every request is a report of the same device. */
function heartbeatCase(guard: GuardUnderTest, { tenantMaster, sites }: BenchData): EndpointCase {
  return {
    name: 'report a heartbeat',
    depthBudget: DEPTH_BUDGETS.heartbeat,
    unitBudget: UNIT_BUDGETS.heartbeat,
    async prepare() {
      const token = await guard.signIn(tenantMaster);
      const { key } = await newDeviceKey(guard, token, sites[0]?.id);
      return twice(() => report(key, HEARTBEAT));
    },
  };
}

/** Every request is a message of a Zigbee sensor to the address of a device. Each alarm is that of another sensor. */
function inboundCase(
  what: string,
  state: () => object,
  depthBudget: number,
  unitBudget: UnitBudget,
  guard: GuardUnderTest,
  { tenantMaster, sites }: BenchData,
): EndpointCase {
  return {
    name: `receive ${what} (zigbee2mqtt)`,
    depthBudget,
    unitBudget,
    async prepare() {
      const token = await guard.signIn(tenantMaster);
      const { deviceId } = await newDeviceKey(guard, token, sites[0]?.id);
      const path = `/api/v1/devices/${deviceId}/inbound`;
      const issued = await guard.call({ method: 'POST', path, token, json: { format: 'zigbee2mqtt' } });
      const { url } = z.object({ url: z.string() }).parse(issued);
      const message = (topic: string): BenchRequest => ({
        method: 'POST',
        path: `${new URL(url).pathname}?topic=${topic}`,
        json: state(),
      });
      if (what === 'a known state') {
        await guard.call(message('z/Hall'));
        return twice(() => message('z/Hall'));
      }
      let sensor = 0;
      return twice(() => message(`z/Sensor-${++sensor}`));
    },
  };
}

/** The devices of a gateway. */
export const GATEWAY_DEVICES = 25;

/** Every request reports the heartbeats of as many devices of a site as a gateway has. */
function gatewayCase(guard: GuardUnderTest, { tenantMaster, sites }: BenchData): EndpointCase {
  return {
    name: `report ${GATEWAY_DEVICES} heartbeats (gateway)`,
    depthBudget: DEPTH_BUDGETS.gateway,
    unitBudget: UNIT_BUDGETS.gateway,
    async prepare() {
      const token = await guard.signIn(tenantMaster);
      const siteId = sites[0]?.id;
      const places = Array.from({ length: GATEWAY_DEVICES });
      const devices = await Promise.all(places.map(() => newDeviceKey(guard, token, siteId)));
      const json = { name: 'Gateway', access: 'report', site_id: siteId };
      const issued = await guard.call({ method: 'POST', path: '/api/v1/keys', token, json });
      const { key } = z.object({ key: z.string() }).parse(issued);
      return twice(() =>
        report(key, ...devices.map(({ deviceId }) => ({ ...HEARTBEAT, device_id: deviceId }))),
      );
    },
  };
}

/** Every request asks who is notified of an alert with three steps: a person on call by e-mail and SMS, whose budgets are read. */
function responseCase(guard: GuardUnderTest, table: Table, { tenantMaster, sites }: BenchData): EndpointCase {
  return {
    name: 'preview who is notified (tenant master)',
    depthBudget: DEPTH_BUDGETS.previewResponse,
    unitBudget: UNIT_BUDGETS.previewResponse,
    async prepare() {
      const { id: userId, tenant_id: tenantId } = tenantMaster;
      const token = await guard.signIn(tenantMaster);
      const post = (path: string, json: object) =>
        guard.call({ method: 'POST', path: `/api/v1/${path}`, token, json });
      const at = '2026-11-20T12:00:00.000+00:00';
      const channels = [
        {
          id: newId(new Date(), randomBytes),
          kind: 'email',
          address: 'on-call@bench.test',
          verified_at: at,
          created_at: at,
        },
        {
          id: newId(new Date(), randomBytes),
          kind: 'sms',
          address: '+4915123456789',
          verified_at: at,
          created_at: at,
        },
      ];
      await putItem(table, { ...channelsKey(tenantId, userId), channels, revision: 1 });
      const rotation = { user_ids: [userId], starts_on: '2026-01-01', handoff_time: '08:00', every: 'week' };
      const duty = { name: 'Duty', time_zone: 'UTC', rotations: [{ ...rotation, length: 1 }] };
      const recipients = [{ schedule_id: idOf(await post('schedules', duty)) }];
      const events = ['alert.raised', 'alert.escalated'];
      await post('notification-rules', { name: 'Duty', events, recipients, channels: ['email', 'sms'] });
      const escalation = { critical: [2, 5, 15] };
      const json = { site_id: sites[0]?.id, type: 'panic', severity: 'critical', escalation };
      return twice(() => ({ method: 'POST', path: '/api/v1/response/preview', token, json }));
    },
  };
}

/** Every request ends its own token. */
function tokenCase(
  name: 'refresh' | 'logout',
  guard: GuardUnderTest,
  { tenantMaster }: BenchData,
): EndpointCase {
  return {
    name,
    depthBudget: DEPTH_BUDGETS[name],
    async prepare() {
      const tokens = await Promise.all(twice(() => guard.signIn(tenantMaster)));
      return tokens.map((token) => ({ method: 'POST', path: `/api/v1/auth/${name}`, token }));
    },
  };
}

const twice = <T>(make: () => T): T[] => [make(), make()];
