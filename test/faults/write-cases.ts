import { randomBytes } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { TOTP } from 'otpauth';
import { routes } from '../../functions/routes.ts';
import { TARGET_KINDS, type TargetKind } from '../../lib/admin/entity-kinds.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { getAccount } from '../../shared/accounts/account.ts';
import { createLink } from '../../shared/accounts/mailed-link.ts';
import { USERS } from '../../shared/accounts/user.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { DEVICES } from '../../shared/devices/device.ts';
import { HANDOVER_NOTES } from '../../shared/handover/handover-note.ts';
import type { Route } from '../../shared/http/route.ts';
import { INBOUND_ADDRESSES } from '../../shared/inbound/inbound-address.ts';
import { MAIL_ADDRESSES } from '../../shared/mail-in/mail-address.ts';
import { PANELS } from '../../shared/panels/panel.ts';
import { markOffline } from '../../shared/reports/check-heartbeat.ts';
import { recordHeartbeat } from '../../shared/reports/record-heartbeat.ts';
import { SITES } from '../../shared/sites/site.ts';
import { drillsKey, siteStateKey, tenantKey, tokenKey } from '../../shared/table/keys.ts';
import type { KindKeys } from '../../shared/table/kind.ts';
import {
  DELIVERIES,
  type Delivery,
  deliveryItem,
  failedAttributes,
  newDelivery,
} from '../../shared/webhooks/delivery.ts';
import { WEBHOOKS } from '../../shared/webhooks/webhook.ts';
import { creationOf, KINDS, kindNamedBy, LIMITED_KINDS, PASSWORD } from '../support/new-entity.ts';
import { channelCases } from './channel-cases.ts';
import type { Lane } from './lane.ts';
import {
  change,
  countOf,
  creation,
  deletion,
  inTenant,
  type PreparedWrite,
  type WriteCase,
} from './prepared-write.ts';
import { scheduleCases } from './schedule-cases.ts';
import { SSO_CASES } from './sso-cases.ts';
import { SUPERVISION_CASES } from './supervision-cases.ts';
import { TEST_CASES } from './test-cases.ts';

const newSite = (lane: Lane) => lane.create('/api/v1/sites', { name: lane.unique() });
const newZone = async (lane: Lane, siteId: string) =>
  lane.create(`/api/v1/sites/${siteId}/zones`, { name: lane.unique() });
const newTenant = (lane: Lane) => lane.create('/api/v1/tenants', { name: lane.unique() }, lane.platform);
const newAlert = async (lane: Lane) =>
  lane.create('/api/v1/alerts', { ...ALERT, site_id: await newSite(lane), message: 'x' });
/** An alert that was resolved as real, so that its pictures may be held. */
const newRealAlert = async (lane: Lane) => {
  const id = await newAlert(lane);
  const json = { resolution: 'real' };
  const resolved = await lane.guard.call(`POST /api/v1/alerts/${id}/resolve`, { json, token: lane.master });
  if (resolved.status !== 200) throw new Error(resolved.text);
  return id;
};
const newDevice = async (lane: Lane) => {
  const siteId = await newSite(lane);
  const device = {
    name: lane.unique(),
    type: 'camera',
    serial: lane.unique(),
    zone_id: await newZone(lane, siteId),
  };
  return lane.create(`/api/v1/sites/${siteId}/devices`, device);
};

/** A device with an inbound address, and the path of the address. */
const newAddress = async (lane: Lane, format = 'generic') => {
  const id = await newDevice(lane);
  const request = `POST /api/v1/devices/${id}/inbound`;
  const { body } = await lane.guard.call(request, { json: { format }, token: lane.master });
  return { id, path: new URL(body.url).pathname };
};

/** A device with a mail address. */
const newMailAddress = async (lane: Lane) => {
  const id = await newDevice(lane);
  await lane.guard.call(`POST /api/v1/devices/${id}/mail-address`, { json: {}, token: lane.master });
  return id;
};

const ALERT = { type: 'panic', severity: 'critical' };
const PANEL = { allowed_addresses: ['127.0.0.1/32'] };

const newUser = (lane: Lane, extra: object = { password_login_enabled: false }) =>
  lane.create('/api/v1/users', {
    name: lane.unique(),
    email: `${lane.unique()}@acme.test`,
    role: 'operator',
    ...extra,
  });

/** The creation, sent by a client that has made it safe to repeat. */
function withKey(lane: Lane, write: PreparedWrite): PreparedWrite {
  return { ...write, options: { ...write.options, headers: { 'Idempotency-Key': lane.unique() } } };
}

/** A note. It is done if the alert has one version more, and its history one entry more. */
async function newNote(lane: Lane): Promise<PreparedWrite> {
  const id = await newAlert(lane);
  return withEntries(lane, id, `POST /api/v1/alerts/${id}/notes`, { text: lane.unique() });
}

/** A change of an alert that makes one entry of its history. */
async function withEntries(lane: Lane, id: string, request: string, json: object): Promise<PreparedWrite> {
  const options = { json, token: lane.master };
  const noted = await change(lane, inTenant(lane, ALERTS, id), request, options, false);
  const entries = async () => (await lane.items(ALERT_EVENTS.prefix(id))).length;
  const before = await entries();
  return {
    ...noted,
    async timesDone() {
      const [changes, added] = [await noted.timesDone(), (await entries()) - before];
      if (changes !== added) throw new Error(`${changes} changes left ${added} entries`);
      return changes;
    },
  };
}

/** An outcome of a step. It is done if the alert has one version more, and its history one entry more. */
async function newOutcome(lane: Lane): Promise<PreparedWrite> {
  const type = lane.unique();
  const { path, json } = creationOf('action_plan', { unique: type });
  const plan = await lane.create(path, { ...json, types: [type] });
  const alert = { ...ALERT, type, site_id: await newSite(lane), message: 'x' };
  const id = await lane.create('/api/v1/alerts', alert);
  await lane.guard.call(`DELETE ${path}/${plan}`, { token: lane.master });
  const request = `POST /api/v1/alerts/${id}/plan/steps/call`;
  return withEntries(lane, id, request, { outcome: 'done' });
}

/** One more report of an alert that is open: how often it was counted since. */
async function occurrence(
  lane: Lane,
  path: string,
  jsonOf: (alert: object) => object,
  isReady: (id: string) => Promise<unknown> = async () => undefined,
): Promise<PreparedWrite> {
  const alert = { ...ALERT, site_id: await newSite(lane), message: 'x', dedup_key: lane.unique() };
  const id = await lane.create('/api/v1/alerts', alert);
  await isReady(id);
  return {
    request: `POST ${path}`,
    options: { json: jsonOf(alert), token: lane.master },
    async timesDone() {
      const claims = await lane.items(`OPEN#${alert.site_id}#`);
      return Number(claims.find(({ alert_id }) => alert_id === id)?.count) - 1;
    },
  };
}

/** A later alarm of an acknowledged alert. It is done if the alert is counted once more, and its history has one entry more. */
async function laterAlarm(lane: Lane): Promise<PreparedWrite> {
  let alertId = '';
  const counted = await occurrence(
    lane,
    '/api/v1/reports',
    (alert) => ({ events: [{ action: 'raise', id: lane.unique(), ...alert }] }),
    (id) => {
      alertId = id;
      return lane.guard.call(`POST /api/v1/alerts/${id}/acknowledge`, { token: lane.master });
    },
  );
  const reactivations = async () =>
    (await lane.items(ALERT_EVENTS.prefix(alertId))).filter(
      (item) => ALERT_EVENTS.peek(item).action === 'reactivated',
    );
  return {
    ...counted,
    async timesDone() {
      const [times, { length }] = [await counted.timesDone(), await reactivations()];
      if (times !== length) throw new Error(`${times} occurrences left ${length} reactivations`);
      return times;
    },
  };
}

/** One more report of a device that may raise one alert in 10 minutes: how many of its reports were counted since. */
async function runawayReport(lane: Lane, before: number, hasId = true): Promise<PreparedWrite> {
  const path = `/api/v1/sites/${await newSite(lane)}/devices`;
  const device_id = await lane.create(path, { name: 'Chatty', type: 'contact', runaway_after: 1 });
  const issued = await lane.guard.call('POST /api/v1/keys', {
    token: lane.master,
    json: { name: 'Chatty', device_id },
  });
  const token: string = issued.body.key;
  const request = 'POST /api/v1/reports';
  const event = { action: 'raise', type: 'intrusion', severity: 'low', message: lane.unique() };
  for (let report = 0; report < before; report++) {
    const { text, body } = await lane.guard.call(request, { token, json: { events: [event] } });
    if (body.results[0].status > 201) throw new Error(text);
  }
  const events = [hasId ? { ...event, id: lane.unique() } : event];
  return {
    request,
    options: { token, json: { events } },
    async timesDone() {
      const raised = await countOf(lane, ALERTS, 'message', event.message)();
      const [tally] = await lane.items(`RUNAWAY#${device_id}#`);
      const total = Number(tally?.total ?? 0);
      if (!tally?.held && total !== raised) throw new Error(`${total} of ${raised} are counted`);
      const [claim] = await lane.items(`OPEN#${device_id}#`);
      return raised + Number(claim?.count ?? 0) - before;
    },
  };
}

/** A user who signs in, apart from the lane's own. */
async function signedInUser(lane: Lane, role = 'operator') {
  const email = `${lane.unique()}@acme.test`;
  const id = await newUser(lane, { email, password: PASSWORD, role });
  return { id, email, ...(await signIn(lane, email)) };
}

const TOTP_PATH = '/api/v1/auth/me/totp';
const codeNow = (lane: Lane, secret: string) =>
  new TOTP({ secret }).generate({ timestamp: lane.guard.clock.now.getTime() });

/** A signed-in user with a pending second factor. */
async function userWithPendingFactor(lane: Lane) {
  const user = await signedInUser(lane);
  const json = { current_password: PASSWORD };
  const { status, text, body } = await lane.guard.call(`POST ${TOTP_PATH}`, { token: user.token, json });
  if (status !== 201) throw new Error(text);
  return { ...user, secret: body.secret as string };
}

async function userWithFactor(lane: Lane) {
  const user = await userWithPendingFactor(lane);
  const json = { otp: codeNow(lane, user.secret) };
  const { status, text, body } = await lane.guard.call(`POST ${TOTP_PATH}/confirm`, {
    token: user.token,
    json,
  });
  if (status !== 200) throw new Error(text);
  return { ...user, recoveryCode: body.recovery_codes[0] as string };
}

async function signIn(lane: Lane, email: string) {
  const login = await lane.guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } });
  if (login.status !== 200) throw new Error(login.text);
  const token: string = login.body.token;
  return { token, tokenId: Number.parseInt(token, 10) };
}

/** What is made, changed and deleted at `/api/v1/<collection>/{id}` by a tenant's master. */
interface Collection {
  readonly name: string;
  readonly kind: KindKeys;
  make(lane: Lane): Promise<string>;
}

/** A PATCH of something that has just been made. */
function patching(
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
function deleting(route: string, { name, kind, make }: Collection, how?: string): WriteCase {
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

/** The request that creates an entity at a new site. Of limited kinds, those of the cases before are deleted. */
async function newCreation(lane: Lane, kind: TargetKind) {
  const [user] = await lane.items(USERS.prefix());
  const place = { siteId: await newSite(lane), userId: user.id, unique: lane.unique() };
  const { path, json } = creationOf(kind, place);
  const others = LIMITED_KINDS.includes(kind) ? await lane.items(TARGET_KINDS[kind].prefix()) : [];
  for (const { id } of others) await lane.guard.call(`DELETE ${path}/${id}`, { token: lane.master });
  return { path, json };
}

/** A new entity of a kind. */
const collectionOf = (kind: TargetKind): Collection => ({
  name: `${kind.replaceAll('_', '-')}s`,
  kind: TARGET_KINDS[kind],
  async make(lane) {
    const { path, json } = await newCreation(lane, kind);
    return lane.create(path, json);
  },
});
const siteWithContactCollection: Collection = {
  name: 'sites',
  kind: SITES,
  async make(lane) {
    const siteId = await newSite(lane);
    const { path, json } = creationOf('contact', { siteId, unique: lane.unique() });
    await lane.create(path, json);
    return siteId;
  },
};
const userCollection: Collection = { name: 'users', kind: USERS, make: (lane) => newUser(lane) };
const deviceCollection: Collection = { name: 'devices', kind: DEVICES, make: newDevice };
/** Watched devices that are offline after a heartbeat. */
const offlineDeviceCollection: Collection = {
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
/** Nobody listens there. A tenant has few webhooks, so those of the cases before go. */
const webhookCollection: Collection = {
  name: 'webhooks',
  kind: WEBHOOKS,
  async make(lane) {
    await deleteWebhooks(lane);
    return lane.create('/api/v1/webhooks', { url: 'http://localhost:9/', events: ['alert.raised'] });
  },
};

async function deleteWebhooks(lane: Lane): Promise<void> {
  for (const { id } of await lane.items(WEBHOOKS.prefix())) {
    await lane.guard.call(`DELETE /api/v1/webhooks/${id}`, { token: lane.master });
  }
}

async function withoutOthers(lane: Lane, write: PreparedWrite): Promise<PreparedWrite> {
  await deleteWebhooks(lane);
  return write;
}

const newName = (lane: Lane) => ({ name: lane.unique() });

/** Fields about which an answer may warn, which reads more. */
const WARNED: Partial<Record<TargetKind, object>> = { action_plan: { types: ['forklift'] } };

const SPECIAL_KINDS: readonly TargetKind[] = [
  'tenant',
  'webhook',
  'alert',
  'identity_provider',
  'schedule',
  'test',
];

/** The kinds with creations, changes and deletions that need no case of their own. */
const ORDINARY_KINDS = KINDS.filter((kind) => !SPECIAL_KINDS.includes(kind));

/** The creation, change of the name and deletion of each ordinary kind. */
const ORDINARY_CASES: readonly WriteCase[] = routes.flatMap((route) => {
  const created = ORDINARY_KINDS.find((kind) => route.name === `create-${kind.replaceAll('_', '-')}`);
  if (created) return creating(route, created);
  const kind = kindNamedBy(route);
  if (!kind || !ORDINARY_KINDS.includes(kind) || !/\{\w+\}$/.test(route.path)) return [];
  const changes = (lane: Lane) => ({ ...newName(lane), ...WARNED[kind] });
  if (route.method === 'PATCH') return [patching(route.name, collectionOf(kind), changes)];
  return route.method === 'DELETE' ? [deleting(route.name, collectionOf(kind))] : [];
});

/** A creation, and the same with a key if the route takes one. */
function creating({ name, takesIdempotencyKey }: Route, kind: TargetKind): WriteCase[] {
  const prepare = async (lane: Lane) => {
    const { path, json } = await newCreation(lane, kind);
    return creation(lane, TARGET_KINDS[kind], path, json);
  };
  const withoutKey: WriteCase = { route: name, prepare };
  if (!takesIdempotencyKey) return [withoutKey];
  const how = 'with an Idempotency-Key';
  return [withoutKey, { route: name, how, prepare: async (lane) => withKey(lane, await prepare(lane)) }];
}

/** A case for every endpoint that writes, and several cases for some. */
export const WRITE_CASES: readonly WriteCase[] = [
  ...ORDINARY_CASES,
  deleting('delete-site', siteWithContactCollection, 'with a contact'),
  ...TEST_CASES,
  ...SUPERVISION_CASES,
  ...SSO_CASES,
  ...scheduleCases(withKey),
  ...channelCases(signedInUser),
  {
    route: 'login',
    async prepare(lane) {
      const email = 'operator@acme.test';
      const user = (await lane.items('USER#')).find(({ data }) => data.email === email);
      const tokens = () => lane.items(`TOKEN#${user.id}#`);
      const before = (await tokens()).length;
      return {
        request: 'POST /api/v1/auth/login',
        options: { json: { email, password: DEMO_PASSWORD } },
        timesDone: async () => (await tokens()).length - before,
      };
    },
  },
  {
    route: 'login',
    how: 'with a recovery code',
    repeated: 401, // the code is used
    async prepare(lane) {
      const { id, email, recoveryCode: otp } = await userWithFactor(lane);
      const tokens = () => lane.items(`TOKEN#${id}#`);
      const before = (await tokens()).length;
      return {
        request: 'POST /api/v1/auth/login',
        options: { json: { email, password: PASSWORD, otp } },
        timesDone: async () => (await tokens()).length - before,
      };
    },
  },
  {
    route: 'begin-totp',
    async prepare(lane) {
      const { id, token } = await signedInUser(lane);
      const options = { json: { current_password: PASSWORD }, token };
      return change(lane, inTenant(lane, USERS, id), `POST ${TOTP_PATH}`, options, false);
    },
  },
  {
    route: 'confirm-totp',
    repeated: 409,
    async prepare(lane) {
      const { id, token, secret } = await userWithPendingFactor(lane);
      // Each attempt has the code of its time.
      const json = {
        get otp() {
          return codeNow(lane, secret);
        },
      };
      const options = { json, token };
      return change(lane, inTenant(lane, USERS, id), `POST ${TOTP_PATH}/confirm`, options, false);
    },
  },
  {
    route: 'disable-totp',
    repeated: 404,
    async prepare(lane) {
      const { id, token, recoveryCode } = await userWithFactor(lane);
      const options = { json: { current_password: PASSWORD, otp: recoveryCode }, token };
      return change(lane, inTenant(lane, USERS, id), `POST ${TOTP_PATH}/disable`, options, false);
    },
  },
  {
    route: 'end-user-sessions',
    async prepare(lane) {
      const { id } = await userWithFactor(lane);
      const options = { token: lane.master };
      return change(lane, inTenant(lane, USERS, id), `DELETE /api/v1/users/${id}/sessions`, options, false);
    },
  },
  {
    route: 'reset-totp',
    repeated: 404,
    async prepare(lane) {
      const { id } = await userWithFactor(lane);
      const options = { token: lane.master };
      return change(lane, inTenant(lane, USERS, id), `DELETE /api/v1/users/${id}/totp`, options, false);
    },
  },
  {
    route: 'set-panel',
    async prepare(lane) {
      const id = await newDevice(lane);
      const key = inTenant(lane, PANELS, id);
      return {
        request: `PUT /api/v1/devices/${id}/panel`,
        options: { json: PANEL, token: lane.master },
        timesDone: async () => Number((await lane.item(key)) !== undefined),
      };
    },
  },
  {
    route: 'delete-panel',
    async prepare(lane) {
      const id = await newDevice(lane);
      const path = `/api/v1/devices/${id}/panel`;
      await lane.guard.call(`PUT ${path}`, { json: PANEL, token: lane.master });
      return deletion(lane, inTenant(lane, PANELS, id), path);
    },
    repeated: 404,
  },
  {
    route: 'create-inbound-address',
    async prepare(lane) {
      const id = await newDevice(lane);
      const key = inTenant(lane, INBOUND_ADDRESSES, id);
      return {
        request: `POST /api/v1/devices/${id}/inbound`,
        options: { json: { format: 'generic' }, token: lane.master },
        timesDone: async () => Number((await lane.item(key)) !== undefined),
      };
    },
  },
  {
    route: 'issue-certificate',
    async prepare(lane) {
      const { id } = await newAddress(lane);
      const key = inTenant(lane, INBOUND_ADDRESSES, id);
      return {
        request: `POST /api/v1/devices/${id}/inbound/certificate`,
        options: { token: lane.master },
        timesDone: async () => Number((await lane.item(key))?.['certificates'] !== undefined),
      };
    },
  },
  {
    route: 'update-inbound-address',
    async prepare(lane) {
      const { id } = await newAddress(lane);
      const request = `PATCH /api/v1/devices/${id}/inbound`;
      const options = { json: { format: 'shelly' }, token: lane.master };
      return change(lane, inTenant(lane, INBOUND_ADDRESSES, id), request, options);
    },
  },
  {
    route: 'delete-inbound-address',
    async prepare(lane) {
      const { id } = await newAddress(lane);
      return deletion(lane, inTenant(lane, INBOUND_ADDRESSES, id), `/api/v1/devices/${id}/inbound`);
    },
    repeated: 404,
  },
  {
    route: 'create-mail-address',
    async prepare(lane) {
      const id = await newDevice(lane);
      const key = inTenant(lane, MAIL_ADDRESSES, id);
      return {
        request: `POST /api/v1/devices/${id}/mail-address`,
        options: { json: {}, token: lane.master },
        timesDone: async () => Number((await lane.item(key)) !== undefined),
      };
    },
  },
  {
    route: 'update-mail-address',
    async prepare(lane) {
      const id = await newMailAddress(lane);
      const options = { json: { severity: 'low' }, token: lane.master };
      const request = `PATCH /api/v1/devices/${id}/mail-address`;
      return change(lane, inTenant(lane, MAIL_ADDRESSES, id), request, options);
    },
  },
  {
    route: 'delete-mail-address',
    async prepare(lane) {
      const id = await newMailAddress(lane);
      return deletion(lane, inTenant(lane, MAIL_ADDRESSES, id), `/api/v1/devices/${id}/mail-address`);
    },
    repeated: 404,
  },
  {
    route: 'receive-inbound-message',
    how: 'of an alarm',
    isRecounted: true,
    async prepare(lane) {
      const { path } = await newAddress(lane);
      const message = lane.unique();
      return {
        request: `POST ${path}`,
        options: { json: { type: 'intrusion', state: 'on', message } },
        timesDone: countOf(lane, ALERTS, 'message', message),
      };
    },
  },
  {
    route: 'receive-inbound-message',
    how: 'of the end of a trouble',
    isRecounted: true,
    async prepare(lane) {
      const { path } = await newAddress(lane, 'zigbee2mqtt');
      const raised = await lane.guard.call(`POST ${path}`, { json: { battery_low: true } });
      const alert = inTenant(lane, ALERTS, raised.body.results[0].alert_id);
      return change(lane, alert, `POST ${path}`, { json: { battery_low: false } }, false);
    },
  },
  {
    route: 'receive-inbound-message',
    how: 'that is not understood',
    isRecounted: true,
    async prepare(lane) {
      const { path } = await newAddress(lane, 'alertmanager');
      const text = lane.unique();
      return {
        request: `POST ${path}`,
        options: { json: { text } },
        timesDone: countOf(lane, ALERTS, 'message', `Not understood: {"text":"${text}"}`),
      };
    },
  },
  {
    route: 'start-drill',
    async prepare(lane) {
      // A tenant may start five in 24 hours.
      const { table } = lane.guard;
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: drillsKey(lane.tenantId) }));
      const json = { ...ALERT, site_id: await newSite(lane) };
      return creation(lane, ALERTS, '/api/v1/response/drills', json, 'site_id');
    },
  },
  {
    route: 'update-preferences',
    async prepare(lane) {
      const { token } = await signedInUser(lane);
      const path = '/api/v1/auth/me/preferences';
      return {
        request: `PATCH ${path}`,
        options: { json: { language: 'pt' }, token },
        async timesDone() {
          const { body } = await lane.guard.call(`GET ${path}`, { token });
          return Number(body.language === 'pt');
        },
      };
    },
  },
  {
    route: 'set-security',
    async prepare(lane) {
      const options = { json: { second_factor: 'optional' }, token: lane.master };
      return change(lane, tenantKey(lane.tenantId), 'PUT /api/v1/security', options);
    },
  },
  {
    route: 'refresh-token',
    async prepare(lane) {
      const { id, token, tokenId } = await signedInUser(lane);
      const presented = tokenKey(lane.tenantId, id, tokenId);
      return {
        request: 'POST /api/v1/auth/refresh',
        options: { token },
        timesDone: async () => {
          const tokens = (await lane.items(`TOKEN#${id}#`)).length;
          return (await lane.item(presented)) ? tokens - 1 : tokens;
        },
      };
    },
  },
  {
    route: 'logout',
    repeated: 401,
    async prepare(lane) {
      const { id, token, tokenId } = await signedInUser(lane);
      const key = tokenKey(lane.tenantId, id, tokenId);
      return {
        request: 'POST /api/v1/auth/logout',
        options: { token },
        timesDone: async () => Number((await lane.item(key)) === undefined),
      };
    },
  },
  {
    route: 'update-current-user',
    async prepare(lane) {
      const { id, token } = await signedInUser(lane);
      return change(lane, inTenant(lane, USERS, id), 'PATCH /api/v1/auth/me', { json: newName(lane), token });
    },
  },
  {
    route: 'update-current-user',
    how: 'that sets a password',
    repeated: 422, // the password that was current is replaced
    async prepare(lane) {
      const { id, token } = await signedInUser(lane);
      const options = { json: { password: 'another long password', current_password: PASSWORD }, token };
      return change(lane, inTenant(lane, USERS, id), 'PATCH /api/v1/auth/me', options, false);
    },
  },
  {
    route: 'confirm-password-reset',
    repeated: 422, // the link is used
    async prepare(lane) {
      const { id } = await signedInUser(lane);
      const { table, clock } = lane.guard;
      const account = await getAccount(table, { tenantId: lane.tenantId, userId: id });
      if (!account) throw new Error(`There is no user ${id}.`);
      const token = await createLink({ table, randomBytes }, account, { purpose: 'reset', now: clock.now });
      const options = { json: { token, password: PASSWORD } };
      const request = 'POST /api/v1/auth/password-resets/confirm';
      return change(lane, inTenant(lane, USERS, id), request, options, false);
    },
  },
  {
    route: 'end-session',
    repeated: 404,
    async prepare(lane) {
      const { id, email, tokenId } = await signedInUser(lane);
      const key = tokenKey(lane.tenantId, id, tokenId);
      const { token } = await signIn(lane, email);
      return {
        request: `DELETE /api/v1/auth/sessions/${tokenId}`,
        options: { token },
        timesDone: async () => Number((await lane.item(key)) === undefined),
      };
    },
  },
  {
    route: 'end-other-sessions',
    async prepare(lane) {
      const { id, token } = await signedInUser(lane);
      return change(lane, inTenant(lane, USERS, id), 'DELETE /api/v1/auth/sessions', { token }, false);
    },
  },
  {
    route: 'create-site',
    how: 'as a platform admin',
    async prepare(lane) {
      const write = creation(lane, SITES, `/api/v1/sites?tenant_id=${lane.tenantId}`, {
        name: lane.unique(),
      });
      return { ...write, options: { ...write.options, token: lane.platform } };
    },
  },
  {
    route: 'create-device',
    async prepare(lane) {
      const siteId = await newSite(lane);
      const device = {
        name: lane.unique(),
        type: 'camera',
        serial: lane.unique(),
        zone_id: await newZone(lane, siteId),
      };
      return creation(lane, DEVICES, `/api/v1/sites/${siteId}/devices`, device);
    },
  },
  patching(
    'update-device',
    deviceCollection,
    async (lane) => ({ site_id: await newSite(lane), serial: lane.unique() }),
    'that moves the device and changes its serial',
  ),
  patching(
    'update-device',
    deviceCollection,
    () => ({ heartbeat_seconds: 60 }),
    'that sets a heartbeat interval',
  ),
  patching(
    'update-device',
    offlineDeviceCollection,
    () => ({ heartbeat_seconds: null }),
    'that removes the heartbeat interval of an offline device',
  ),
  {
    route: 'create-device',
    how: 'with a heartbeat interval',
    async prepare(lane) {
      const device = { name: lane.unique(), type: 'camera', heartbeat_seconds: 60 };
      return creation(lane, DEVICES, `/api/v1/sites/${await newSite(lane)}/devices`, device);
    },
  },
  deleting('delete-device', offlineDeviceCollection, 'that is offline'),
  {
    route: 'raise-alert',
    async prepare(lane) {
      const json = { ...ALERT, site_id: await newSite(lane), message: lane.unique() };
      return creation(lane, ALERTS, '/api/v1/alerts', json, 'message');
    },
  },
  {
    route: 'raise-alert',
    how: 'with an Idempotency-Key',
    async prepare(lane) {
      const json = { ...ALERT, site_id: await newSite(lane), message: lane.unique() };
      return withKey(lane, creation(lane, ALERTS, '/api/v1/alerts', json, 'message'));
    },
  },
  ...(['low', 'critical'] as const).map(
    (severity): WriteCase => ({
      route: 'raise-alert',
      how: `with an Idempotency-Key, as a further occurrence of severity ${severity}`,
      async prepare(lane) {
        const json = { type: 'panic', severity: 'low', message: 'x', dedup_key: lane.unique() };
        const place = { site_id: await newSite(lane) };
        const id = await lane.create('/api/v1/alerts', { ...json, ...place });
        return withKey(lane, {
          request: 'POST /api/v1/alerts',
          options: { json: { ...json, ...place, severity }, token: lane.master },
          timesDone: async () => {
            const { body } = await lane.read(`/api/v1/alerts/${id}`);
            return body.occurrences - 1;
          },
        });
      },
    }),
  ),
  ...(['acknowledge', 'resolve'] as const).map(
    (action): WriteCase => ({
      route: `${action}-alert`,
      async prepare(lane) {
        const id = await newAlert(lane);
        const request = `POST /api/v1/alerts/${id}/${action}`;
        return change(lane, inTenant(lane, ALERTS, id), request, { token: lane.master }, false);
      },
    }),
  ),
  {
    route: 'acknowledge-alert',
    how: 'with a dedup key, whose claim notes it',
    async prepare(lane) {
      const alert = { ...ALERT, site_id: await newSite(lane), message: 'x', dedup_key: lane.unique() };
      const id = await lane.create('/api/v1/alerts', alert);
      const request = `POST /api/v1/alerts/${id}/acknowledge`;
      return change(lane, inTenant(lane, ALERTS, id), request, { token: lane.master }, false);
    },
  },
  ...(['acknowledge', 'resolve'] as const).map(
    (action): WriteCase => ({
      route: `${action}-alerts`,
      async prepare(lane) {
        const id = await newAlert(lane);
        const options = { json: { alert_ids: [id] }, token: lane.master };
        return change(lane, inTenant(lane, ALERTS, id), `POST /api/v1/alerts/${action}`, options, false);
      },
    }),
  ),
  {
    route: 'take-over-alert',
    async prepare(lane) {
      const id = await newAlert(lane);
      const path = `/api/v1/alerts/${id}`;
      const acknowledged = await lane.guard.call(`POST ${path}/acknowledge`, { token: lane.platform });
      if (acknowledged.status !== 200) throw new Error(acknowledged.text);
      return change(
        lane,
        inTenant(lane, ALERTS, id),
        `POST ${path}/take-over`,
        { token: lane.master },
        false,
      );
    },
  },
  ...(['park', 'unpark'] as const).map(
    (action): WriteCase => ({
      route: `${action}-alert`,
      async prepare(lane) {
        const alert = { ...ALERT, severity: 'high', site_id: await newSite(lane), message: 'x' };
        const id = await lane.create('/api/v1/alerts', alert);
        const path = `POST /api/v1/alerts/${id}`;
        // Each fault is played a minute later than the one before.
        const until = new Date(lane.guard.clock.now.getTime() + 12 * 3_600_000).toISOString();
        const park = { json: { until, reason: lane.unique() }, token: lane.master };
        const before = [
          [`${path}/acknowledge`, { token: lane.master }],
          ...(action === 'unpark' ? [[`${path}/park`, park]] : []),
        ] as [string, object][];
        for (const [request, options] of before) {
          const answer = await lane.guard.call(request, options);
          if (answer.status !== 200) throw new Error(answer.text);
        }
        const options = action === 'park' ? park : { token: lane.master };
        return change(lane, inTenant(lane, ALERTS, id), `${path}/${action}`, options, false);
      },
    }),
  ),
  {
    route: 'reopen-alert',
    async prepare(lane) {
      const alert = { ...ALERT, site_id: await newSite(lane), message: 'x', dedup_key: lane.unique() };
      const id = await lane.create('/api/v1/alerts', alert);
      const path = `/api/v1/alerts/${id}`;
      const resolved = await lane.guard.call(`POST ${path}/resolve`, { token: lane.master });
      if (resolved.status !== 200) throw new Error(resolved.text);
      const options = { json: { note: lane.unique() }, token: lane.master };
      return change(lane, inTenant(lane, ALERTS, id), `POST ${path}/reopen`, options, false);
    },
  },
  {
    route: 'add-picture',
    async prepare(lane) {
      const id = await newAlert(lane);
      return {
        request: `POST /api/v1/alerts/${id}/pictures`,
        options: { json: { content_type: 'image/png', bytes: 1_000 }, token: lane.master },
        // A repetition is another upload, of which the client uses one.
        timesDone: async () => Number((await lane.items(`UPLOAD#${id}#`)).length > 0),
      };
    },
  },
  {
    route: 'hold-pictures',
    async prepare(lane) {
      const id = await newRealAlert(lane);
      const options = { token: lane.master };
      return change(
        lane,
        inTenant(lane, ALERTS, id),
        `PUT /api/v1/alerts/${id}/pictures/hold`,
        options,
        false,
      );
    },
  },
  {
    route: 'release-pictures',
    async prepare(lane) {
      const id = await newRealAlert(lane);
      const path = `/api/v1/alerts/${id}/pictures/hold`;
      const held = await lane.guard.call(`PUT ${path}`, { token: lane.master });
      if (held.status !== 200) throw new Error(held.text);
      return change(lane, inTenant(lane, ALERTS, id), `DELETE ${path}`, { token: lane.master }, false);
    },
  },
  { route: 'record-step', prepare: newOutcome },
  {
    route: 'record-step',
    how: 'with an Idempotency-Key',
    prepare: async (lane) => withKey(lane, await newOutcome(lane)),
  },
  {
    route: 'create-check-in',
    how: 'with an Idempotency-Key',
    async prepare(lane) {
      const siteId = await newSite(lane);
      const request = `POST /api/v1/sites/${siteId}/check-ins`;
      const first = await lane.guard.call(request, { token: lane.platform });
      if (first.status !== 201) throw new Error(first.text);
      const write = await change(
        lane,
        siteStateKey(lane.tenantId, siteId),
        request,
        { token: lane.master },
        false,
      );
      return withKey(lane, write);
    },
  },
  ...['', 'with an Idempotency-Key'].map(
    (how): WriteCase => ({
      route: 'create-handover-note',
      ...(how ? { how } : {}),
      async prepare(lane) {
        const text = lane.unique();
        const write: PreparedWrite = {
          request: 'POST /api/v1/handover/notes',
          options: { json: { text, site_id: await newSite(lane) }, token: lane.master },
          timesDone: countOf(lane, HANDOVER_NOTES, 'text', text),
        };
        return how ? withKey(lane, write) : write;
      },
    }),
  ),
  { route: 'note-alert', prepare: newNote },
  {
    route: 'note-alert',
    how: 'with an Idempotency-Key',
    prepare: async (lane) => withKey(lane, await newNote(lane)),
  },
  {
    route: 'raise-alert',
    how: 'with the dedup key of an open alert',
    prepare: async (lane) => occurrence(lane, '/api/v1/alerts', (alert) => alert),
  },
  {
    route: 'import-devices',
    async prepare(lane) {
      const serial = lane.unique();
      const site_id = await newSite(lane);
      const device = { site_id, zone_id: await newZone(lane, site_id), name: 'x', type: 'camera', serial };
      return {
        request: 'POST /api/v1/devices/import',
        options: { json: { devices: [device] }, token: lane.master },
        timesDone: countOf(lane, DEVICES, 'serial', serial),
      };
    },
  },
  {
    route: 'create-report',
    how: 'of a new alert',
    async prepare(lane) {
      const message = lane.unique();
      const event = { action: 'raise', id: message, ...ALERT, site_id: await newSite(lane), message };
      return {
        request: 'POST /api/v1/reports',
        options: { json: { events: [event] }, token: lane.master },
        timesDone: countOf(lane, ALERTS, 'message', message),
      };
    },
  },
  {
    route: 'create-report',
    how: 'that Guard does not understand',
    isRecounted: true,
    async prepare(lane) {
      const path = `/api/v1/sites/${await newSite(lane)}/devices`;
      const device_id = await lane.create(path, { name: 'Sensor', type: 'smoke' });
      const json = { name: 'Sensor', device_id };
      const { body } = await lane.guard.call('POST /api/v1/keys', { token: lane.master, json });
      const text = lane.unique();
      return {
        request: 'POST /api/v1/reports',
        options: { json: { text }, token: body.key },
        timesDone: countOf(lane, ALERTS, 'message', `Not understood: {"text":"${text}"}`),
      };
    },
  },
  {
    route: 'create-report',
    how: 'with the dedup key of an open alert',
    prepare: async (lane) =>
      occurrence(lane, '/api/v1/reports', (alert) => ({ events: [{ action: 'raise', ...alert }] })),
  },
  {
    route: 'create-report',
    how: 'of an occurrence with an event id',
    prepare: async (lane) =>
      occurrence(lane, '/api/v1/reports', (alert) => ({
        events: [{ action: 'raise', id: lane.unique(), ...alert }],
      })),
  },
  { route: 'create-report', how: 'of a later alarm of an acknowledged alert', prepare: laterAlarm },
  {
    route: 'create-report',
    how: 'of a new alert that counts towards a runaway',
    isRecounted: true,
    prepare: (lane) => runawayReport(lane, 0),
  },
  {
    route: 'create-report',
    how: 'that makes its device a runaway',
    isRecounted: true,
    prepare: (lane) => runawayReport(lane, 1),
  },
  {
    route: 'create-report',
    how: 'of a runaway device',
    isRecounted: true,
    prepare: (lane) => runawayReport(lane, 2, false),
  },
  {
    route: 'create-report',
    how: 'of a runaway device, with an event id',
    isRecounted: true,
    prepare: (lane) => runawayReport(lane, 2),
  },
  {
    route: 'create-report',
    how: 'that brings an offline device online',
    async prepare(lane) {
      const device_id = await offlineDeviceCollection.make(lane);
      const options = { json: { events: [{ action: 'heartbeat', device_id }] }, token: lane.master };
      return change(lane, inTenant(lane, DEVICES, device_id), 'POST /api/v1/reports', options, false);
    },
  },
  {
    route: 'create-report',
    how: 'that resolves an alert',
    async prepare(lane) {
      const alert = { ...ALERT, site_id: await newSite(lane), message: 'x', dedup_key: lane.unique() };
      const id = await lane.create('/api/v1/alerts', alert);
      const { site_id, dedup_key } = alert;
      const json = { events: [{ action: 'resolve', id: lane.unique(), site_id, dedup_key }] };
      const options = { json, token: lane.master };
      return change(lane, inTenant(lane, ALERTS, id), 'POST /api/v1/reports', options, false);
    },
  },
  patching(
    'update-user',
    userCollection,
    (lane) => ({ email: `${lane.unique()}@acme.test`, role: 'tenant_admin' }),
    'that changes the e-mail address and removes the assigned sites',
  ),
  {
    route: 'update-user',
    how: 'by a master who changes their own password',
    async prepare(lane) {
      const { id, token } = await signedInUser(lane, 'tenant_master');
      const options = { json: { password: 'another long password', current_password: PASSWORD }, token };
      return change(lane, inTenant(lane, USERS, id), `PATCH /api/v1/users/${id}`, options);
    },
  },
  {
    route: 'create-webhook',
    async prepare(lane) {
      const json = { url: `https://hooks.example.com/${lane.unique()}`, events: ['alert.raised'] };
      return withoutOthers(lane, creation(lane, WEBHOOKS, '/api/v1/webhooks', json, 'url'));
    },
  },
  patching('update-webhook', webhookCollection, async (lane) => ({
    description: lane.unique(),
    // The answer warns of deleted sites.
    site_ids: [await newSite(lane)],
  })),
  deleting('delete-webhook', webhookCollection),
  {
    route: 'rotate-webhook-secret',
    async prepare(lane) {
      const id = await webhookCollection.make(lane);
      const request = `POST /api/v1/webhooks/${id}/rotate`;
      return change(lane, inTenant(lane, WEBHOOKS, id), request, { token: lane.master }, false);
    },
  },
  {
    route: 'test-webhook',
    async prepare(lane) {
      const id = await webhookCollection.make(lane);
      return {
        request: `POST /api/v1/webhooks/${id}/test`,
        options: { token: lane.master },
        timesDone: async () => (await lane.items(DELIVERIES.prefix(id))).length,
      };
    },
  },
  {
    route: 'resend-delivery',
    async prepare(lane) {
      const webhook = await webhookCollection.make(lane);
      const { body } = await lane.guard.call(`POST /api/v1/webhooks/${webhook}/test`, { token: lane.master });
      const key = DELIVERIES.key(lane.tenantId, webhook, body.id);
      const request = `POST /api/v1/webhooks/${webhook}/deliveries/${body.id}/resend`;
      return change(lane, key, request, { token: lane.master }, false);
    },
    repeated: 409,
  },
  {
    route: 'recover-webhook',
    async prepare(lane) {
      const webhook_id = await webhookCollection.make(lane);
      const { now } = lane.guard.clock;
      const at = formatTimestamp(now);
      const identity = { id: newId(now, randomBytes), webhook_id, tenant_id: lane.tenantId };
      const delivery: Delivery = {
        ...newDelivery({ ...identity, event: 'alert.raised', created_at: at }),
        status: 'failed',
      };
      const item = { ...deliveryItem(delivery, '{}'), ...failedAttributes(delivery, at) };
      const { table } = lane.guard;
      await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
      const options = { json: { since: at }, token: lane.master };
      return change(lane, item, `POST /api/v1/webhooks/${webhook_id}/recover`, options, false);
    },
  },
  {
    route: 'assign-sites',
    async prepare(lane) {
      const id = await newUser(lane);
      const key = { ...inTenant(lane, USERS, id), sk: `ASSIGNMENT#${id}` };
      const options = { json: { site_ids: [await newSite(lane)] }, token: lane.master };
      return change(lane, key, `PUT /api/v1/users/${id}/sites`, options);
    },
  },
  {
    route: 'create-live-ticket',
    async prepare(lane) {
      // The ticket of a separate user, who has no other ticket.
      const email = `${lane.unique()}@acme.test`;
      const id = await newUser(lane, { email, password: PASSWORD });
      const { body } = await lane.guard.call('POST /api/v1/auth/login', {
        json: { email, password: PASSWORD },
      });
      return {
        request: 'POST /api/v1/live/tickets',
        options: { token: body.token },
        timesDone: async () => (await lane.items(`TICKET#${id}#`)).length,
      };
    },
  },
  {
    route: 'set-escalation',
    async prepare(lane) {
      // Steps that no other request of the lane has set.
      const last = Number(lane.unique().replace(/\D/g, '').slice(-3)) + 10;
      const options = { json: { critical: [1, last] }, token: lane.master };
      return change(lane, tenantKey(lane.tenantId), 'PUT /api/v1/escalation', options);
    },
  },
  ...[undefined, 'with its first master'].map(
    (how): WriteCase => ({
      route: 'create-tenant',
      ...(how ? { how } : {}),
      async prepare(lane) {
        const name = lane.unique();
        const master = { name, email: `${lane.unique()}@tenant.test`, password: PASSWORD };
        const listed = async () => {
          const { body } = await lane.read('/api/v1/tenants?limit=100', lane.platform);
          return body.data.filter((tenant: { name: string }) => tenant.name === name).length;
        };
        const json = how ? { name, master } : { name };
        return {
          request: 'POST /api/v1/tenants',
          options: { json, token: lane.platform },
          timesDone: listed,
        };
      },
    }),
  ),
  {
    route: 'update-tenant',
    async prepare(lane) {
      const id = await newTenant(lane);
      const options = { json: { name: lane.unique(), status: 'inactive' }, token: lane.platform };
      return change(lane, tenantKey(id), `PATCH /api/v1/tenants/${id}`, options);
    },
  },
  {
    route: 'delete-tenant',
    async prepare(lane) {
      const id = await newTenant(lane);
      return deletion(lane, tenantKey(id), `/api/v1/tenants/${id}`, lane.platform);
    },
    repeated: 404,
  },
];
