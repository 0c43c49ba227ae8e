import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardClient, etagOf, type GuardClient, type LiveSocket } from '../../lib/client/index.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let service: TestGuard;
let master: GuardClient;
let admin: GuardClient;

beforeAll(async () => {
  service = await startGuard({ stage: 'dev', hasDemoAlerts: true });
  master = await signIn('master@acme.test');
  admin = await signIn('platform@guard.test');
});
afterAll(() => service.stop());

/** A socket that nothing answers. */
class DeadSocket implements LiveSocket {
  addEventListener(type: string, listener: (event: { readonly data: unknown }) => void): void {
    if (type === 'close') queueMicrotask(() => listener({ data: undefined }));
  }
  send(): void {}
  close(): void {}
}

function createClient(options: { key?: string } = {}): GuardClient {
  return createGuardClient({
    ...options,
    WebSocket: DeadSocket,
    baseUrl: `${service.url}/dev`,
    clock: () => service.clock.now.getTime(),
  });
}

async function signIn(email: string): Promise<GuardClient> {
  const guard = createClient();
  await guard.login({ email, password: DEMO_PASSWORD });
  return guard;
}

test('The typed client signs in, renews its session, reads the current user and signs out', async () => {
  const guard = createClient();
  expect(await guard.health()).toMatchObject({ status: 'ok', release: 'test' });
  await expect(guard.login({ email: 'master@acme.test', password: 'wrong' })).rejects.toMatchObject({
    code: 'invalid_credentials',
    status: 401,
  });
  const user = await guard.login({ email: ' Master@acme.test ', password: DEMO_PASSWORD });
  const first = guard.session;
  await guard.refresh();
  expect(guard.session?.token).not.toBe(first?.token);
  expect(withoutEtag(await guard.me())).toEqual(user);

  const overtaken = createClient();
  overtaken.useSession(first);
  await expect(overtaken.me()).rejects.toMatchObject({ code: 'unauthenticated', status: 401 });

  const last = guard.session;
  await guard.logout();
  overtaken.useSession(last);
  await expect(overtaken.me()).rejects.toMatchObject({ code: 'unauthenticated', status: 401 });
});

test('The typed client watches alerts and devices by polling when it cannot open a WebSocket', async () => {
  for await (const { alerts, connection } of master.alerts.watch({ status: 'active' })) {
    expect([alerts, connection]).toEqual([await master.alerts.list({ status: 'active' }).all(), 'polling']);
    break;
  }
  for await (const { devices, connection } of master.devices.watch({ status: 'unknown' })) {
    expect([devices, connection]).toEqual([
      await master.devices.list({ status: 'unknown' }).all(),
      'polling',
    ]);
    break;
  }
  // A platform admin who names no tenant gets no ticket.
  for await (const { alerts, connection } of admin.alerts.watch()) {
    expect(connection).toBe('polling');
    expect(new Set(alerts.map(({ status }) => status))).toEqual(new Set(['active', 'acknowledged']));
    break;
  }
  const signedOut = await signIn('viewer@acme.test');
  await signedOut.logout();
  await expect(signedOut.alerts.watch()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('The typed client changes its own user, lists its sessions and ends them', async () => {
  const [guard, one, two] = [
    await signIn('viewer@acme.test'),
    await signIn('viewer@acme.test'),
    await signIn('viewer@acme.test'),
  ];
  const before = await guard.me();
  const renamed = await guard.updateMe({ name: 'Night viewer' }, { ifMatch: before });
  expect(await guard.me()).toEqual(renamed);
  const late = guard.updateMe({ name: before.name }, { ifMatch: before });
  await expect(late).rejects.toMatchObject({ code: 'precondition_failed' });

  const sessions = await guard.sessions.list().all();
  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  await guard.sessions.end(Number.parseInt(one.session?.token ?? '', 10));
  await expect(one.me()).rejects.toMatchObject({ code: 'unauthenticated' });
  await guard.sessions.endOthers();
  await expect(two.me()).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await guard.sessions.list().all()).toEqual(sessions.filter(({ current }) => current));
});

test('The typed client manages a site with its zones and devices', async () => {
  const site = await master.sites.create({ name: 'South Gate', timezone: 'Europe/Lisbon' });
  const zone = await master.zones.create(site.id, { name: 'Entrance' });
  const device = await master.devices.create(site.id, { name: 'Camera', type: 'camera', zone_id: zone.id });
  expect(await master.sites.get(site.id)).toMatchObject(site);
  expect(await master.zones.get(zone.id)).toEqual(zone);
  expect(await master.devices.get(device.id)).toEqual(device);
  expect(await master.zones.listOfSite(site.id).all()).toEqual([withoutEtag(zone)]);
  expect(await master.devices.listOfSite(site.id, { type: 'camera' }).all()).toHaveLength(1);
  expect(await master.devices.list({ site_id: site.id, status: 'online' }).all()).toEqual([]);
  expect((await master.zones.update(zone.id, { name: 'Exit' })).name).toBe('Exit');
  expect((await master.devices.update(device.id, { heartbeat_seconds: 60 })).status).toBe('offline');
  await expect(master.sites.delete(site.id)).rejects.toMatchObject({ code: 'site_not_empty', status: 409 });
  await master.devices.delete(device.id);
  await master.zones.delete(zone.id);
  await master.sites.delete(site.id);
  await expect(master.sites.get(site.id)).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

test('The typed client creates nothing twice with the same idempotency key', async () => {
  const options = { idempotencyKey: 'from the client' };
  const [site, again] = [
    await master.sites.create({ name: 'Once' }, options),
    await master.sites.create({ name: 'Once' }, options),
  ];
  expect(again).toEqual(site);
  const other = master.sites.create({ name: 'Another' }, options);
  await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused', status: 422 });
  await master.sites.delete(site.id);
});

test('A change by the typed client with ifMatch fails after another change of the same entity', async () => {
  const read = await master.sites.create({ name: 'East Gate' });
  const changed = await master.sites.update(read.id, { name: 'West Gate' }, { ifMatch: read });
  expect(etagOf(changed)).not.toBe(etagOf(read));
  const late = master.sites.update(read.id, { name: 'North Gate' }, { ifMatch: read });
  await expect(late).rejects.toMatchObject({ code: 'precondition_failed', status: 412 });
  await master.sites.delete(read.id, { ifMatch: changed });
});

test('The typed client raises, acknowledges, resolves and reopens an alert', async () => {
  const site = await master.sites.create({ name: 'Alerted' });
  const raised = await master.alerts.raise({
    site_id: site.id,
    type: 'panic',
    severity: 'critical',
    message: 'Panic button pressed',
  });
  expect(await master.alerts.get(raised.id)).toEqual(raised);
  expect((await master.alerts.acknowledge(raised.id, { note: 'On my way' })).status).toBe('acknowledged');
  expect((await master.alerts.takeOver(raised.id, { severity: 'critical' })).version).toBe(2);
  const until = new Date(service.clock.now.getTime() + 60_000).toISOString();
  const parked = await master.alerts.park(raised.id, { until, reason: 'The guard is there at once' });
  expect(parked.parked?.reason).toBe('The guard is there at once');
  expect(await master.alerts.list({ parked: 'true' }).all()).toMatchObject([{ id: raised.id }]);
  expect((await master.alerts.unpark(raised.id)).parked).toBeUndefined();
  const noted = await master.alerts.addNote(raised.id, 'At the gate');
  const resolved = await master.alerts.resolve(raised.id, { note: 'A cat', resolution: 'false_alarm' });
  expect([resolved.status, resolved.resolution]).toEqual(['resolved', 'false_alarm']);
  const [again] = await master.alerts.resolveMany([raised.id]);
  expect(again).toEqual({ status: 200, alert: withoutEtag(resolved) });
  const [late] = await master.alerts.acknowledgeMany([raised.id]);
  expect(late?.error?.code).toBe('alert_already_resolved');
  const history = await master.alerts.events(raised.id, { limit: 2 }).all();
  expect(history.map(({ note }) => note)).toEqual([
    'A cat',
    'At the gate',
    null,
    'The guard is there at once',
    'On my way',
    null,
  ]);
  expect(history[1]).toEqual(noted);
  await expect(master.alerts.acknowledge(raised.id)).rejects.toMatchObject({
    code: 'alert_already_resolved',
  });
  expect((await master.alerts.listOfSite(site.id, { status: 'resolved' }).page()).data[0]?.id).toBe(
    raised.id,
  );
  const reopened = await master.alerts.reopen(raised.id, 'The door is open again');
  expect([reopened.status, reopened.resolution]).toEqual(['acknowledged', null]);
});

test('The typed client filters a list by one value, several values and time', async () => {
  const all = await master.alerts.list({ limit: 100 }).all();
  const open = all.filter(({ status }) => status !== 'resolved');
  expect(open.length).toBeGreaterThan(3);
  expect(await master.alerts.list({ status: ['active', 'acknowledged'], limit: 7 }).all()).toEqual(open);
  const severity = ['high', 'critical'] as const;
  expect(await master.alerts.list({ severity, type: 'fire' }).all()).toEqual(
    all.filter((alert) => alert.type === 'fire' && severity.some((it) => it === alert.severity)),
  );
  const [until, since] = [open[1], open[3]].map((alert) => alert?.created_at ?? '');
  expect(await master.alerts.list({ since, until }).all()).toEqual(
    all.filter(({ created_at }) => created_at >= (since ?? '') && created_at < (until ?? '')),
  );
});

test('The typed client counts open alerts', async () => {
  const open = await master.alerts.list({ status: ['active', 'acknowledged'], limit: 100 }).all();
  const { by_status, by_severity, ...others } = await master.alerts.summary();
  expect(others).toEqual({ open: open.length, capped: false });
  expect(by_status.active).toBe(open.filter(({ status }) => status === 'active').length);
  expect(by_severity.high).toBe(open.filter(({ severity }) => severity === 'high').length);
  const siteId = open[0]?.site_id ?? '';
  const ofSite = open.filter(({ site_id }) => site_id === siteId);
  expect((await master.alerts.summary({ site_id: siteId })).open).toBe(ofSite.length);
});

test('The typed client iterates over all pages of a list', async () => {
  const whole = await master.alerts.list({ status: 'active', limit: 100 }).all();
  expect(whole.length).toBeGreaterThan(3);
  const ids: string[] = [];
  for await (const alert of master.alerts.list({ status: 'active', limit: 2 })) ids.push(alert.id);
  expect(ids).toEqual(whole.map(({ id }) => id));

  const list = master.alerts.list({ limit: 2 });
  const first = await list.page();
  const second = await list.page(first.meta.next_cursor ?? undefined);
  expect((await list.page(second.meta.prev_cursor ?? undefined)).data).toEqual(first.data);
});

test('The typed client manages users and their sites', async () => {
  const site = (await master.sites.list({ limit: 1 }).page()).data[0];
  const user = await master.users.create({
    name: 'Night',
    email: 'night@acme.test',
    role: 'operator',
    password: 'a long enough password',
  });
  expect(await master.users.get(user.id)).toEqual(user);
  expect(await master.users.list({ role: 'operator' }).all()).toContainEqual(withoutEtag(user));
  expect((await master.users.update(user.id, { name: 'Night shift' })).name).toBe('Night shift');
  const none = await master.users.getSites(user.id);
  expect(none.site_ids).toEqual([]);
  const assigned = await master.users.assignSites(user.id, site ? [site.id] : [], { ifMatch: none });
  expect(assigned.site_ids).toEqual([site?.id]);
  await master.users.delete(user.id);
});

test('Through the typed client a platform admin manages tenants and creates sites in them', async () => {
  const tenant = await admin.tenants.create({ name: 'Initech' });
  expect(await admin.tenants.get(tenant.id)).toMatchObject({ ...tenant });
  expect((await admin.tenants.update(tenant.id, { name: 'Initrode' })).name).toBe('Initrode');
  expect(await admin.tenants.list().all()).toContainEqual(expect.objectContaining({ id: tenant.id }));
  const site = await admin.sites.create({ name: 'Head office' }, { tenantId: tenant.id });
  const { openings: _, ...listed } = withoutEtag(site);
  expect(await admin.sites.list({ tenant_id: tenant.id }).all()).toEqual([listed]);
  await admin.sites.delete(site.id);
  await admin.tenants.delete(tenant.id);
});

test('The typed client sets the escalation of a tenant', async () => {
  const before = await master.escalation.get();
  const set = await master.escalation.set({ critical: [1, 10] }, { ifMatch: before });
  expect(withoutEtag(set)).toEqual({ critical: [1, 10] });
  expect(await master.escalation.get()).toEqual(set);
  const stale = master.escalation.set({}, { ifMatch: before });
  await expect(stale).rejects.toMatchObject({ code: 'precondition_failed' });
  const { tenant_id } = await master.me();
  expect(await admin.escalation.get({ tenantId: tenant_id })).toEqual(set);
  await admin.escalation.set(before, { tenantId: tenant_id });
  expect(withoutEtag(await master.escalation.get())).toEqual(withoutEtag(before));
});

async function firstDevice() {
  const [device] = await master.devices.list().all();
  if (!device) throw new Error('There is no device');
  return device;
}

test('The typed client manages webhooks, their secrets, tests and deliveries', async () => {
  const { secret, ...created } = await master.webhooks.create({
    url: 'http://localhost:9/',
    events: ['alert.raised'],
  });
  expect(secret).toMatch(/^whsec_/);
  const read = await master.webhooks.get(created.id);
  expect(read).toEqual({ ...created });
  const { warnings: _, ...listed } = withoutEtag(read);
  expect(await master.webhooks.list().all()).toContainEqual(listed);
  const changed = await master.webhooks.update(created.id, { description: 'Tickets' }, { ifMatch: read });
  expect(changed.description).toBe('Tickets');
  const stale = master.webhooks.update(created.id, { description: 'x' }, { ifMatch: read });
  await expect(stale).rejects.toMatchObject({ code: 'precondition_failed' });
  expect((await master.webhooks.rotate(created.id)).secret).not.toBe(secret);
  const tested = await master.webhooks.test(created.id);
  expect(tested).toMatchObject({ status: 'failed', error: 'ECONNREFUSED' });
  expect(await master.webhooks.deliveries(created.id).all()).toEqual([tested]);
  await master.webhooks.delete(created.id);
  await expect(master.webhooks.get(created.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('The typed client manages API keys, and a client with a reporting key may only report', async () => {
  const { key, ...created } = await master.keys.create({ name: 'Gateway' });
  expect(key).toMatch(/\|guard_k_/);
  const read = await master.keys.get(created.id);
  expect(etagOf(read)).toBeDefined();
  expect(read).toEqual({ ...created });
  expect(await master.keys.list().all()).toContainEqual(withoutEtag(read));
  const renamed = await master.keys.rename(created.id, { name: 'Gateway 2' }, { ifMatch: read });
  expect(renamed.name).toBe('Gateway 2');

  const machine = createClient({ key });
  expect(machine.session).toBeUndefined();
  const refused = (code: string) => expect(machine.me()).rejects.toMatchObject({ code });
  await refused('forbidden');
  const { site_id } = await firstDevice();
  const event = { id: 'from the client', action: 'resolve', site_id, dedup_key: 'nothing open' } as const;
  expect(await machine.report([event, { action: 'heartbeat' }])).toMatchObject([
    { status: 200 },
    { status: 422, error: { code: 'validation_failed' } },
  ]);
  expect(await machine.report([event])).toEqual([{ status: 200, replayed: true }]);
  await master.keys.revoke(created.id);
  await refused('unauthenticated');
  // It is sent again: what was refused may be accepted again, as when a tenant is activated.
  await refused('unauthenticated');
});

test('A validation error of the typed client names the invalid field', async () => {
  const nowhere = master.sites.create({ name: 'North Gate', timezone: 'Nowhere' });
  await expect(nowhere).rejects.toMatchObject({
    code: 'validation_failed',
    errors: { timezone: [expect.any(String)] },
  });
});

/** Returns an object as a list contains it. */
function withoutEtag<T extends object>(object: T): T {
  return JSON.parse(JSON.stringify(object));
}
