import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeItems } from '../../lib/local/write-items.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { DEVICES } from '../../shared/devices/device.ts';
import { newSite, SITES } from '../../shared/sites/site.ts';
import { type CallAs, type Caller, MISSING_ID, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { connectAs } from '../support/live-client.ts';
import { makeAlert } from '../support/make-alert.ts';
import { makeDevice } from '../support/make-device.ts';
import { startWebhooks, type TestWebhooks } from '../support/webhooks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let guard: TestGuard;
let stream: TestWebhooks;
let as: CallAs;
/** The id of the tenant of Acme. */
let acme: string;
beforeAll(async () => {
  guard = await startGuard({ now: new Date('2026-11-20T12:20:00.000Z'), live: {} });
  stream = await startWebhooks(guard);
  as = await signInCallers(guard);
  acme = (await as('master', 'GET /api/v1/auth/me')).body.tenant_id;
});
afterAll(async () => {
  await stream.stop();
  await guard.stop();
});

const overview = async (caller: Caller, query = '') => {
  const answer = await as(caller, `GET /api/v1/overview${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const create = async (caller: Caller, path: string, json: object) => {
  const { status, body, text } = await as(caller, `POST /api/v1/${path}`, { json });
  if (status !== 201) throw new Error(text);
  return body;
};
const newSiteOf = (caller: Caller, name: string) => create(caller, 'sites', { name });
const raise = (caller: Caller, site: { id: string }, fields: object = {}) =>
  create(caller, 'alerts', {
    site_id: site.id,
    type: 'intrusion',
    severity: 'high',
    message: 'x',
    ...fields,
  });
const stamp = (milliseconds: number) => formatTimestamp(new Date(milliseconds));
const idAt = (milliseconds: number) => newId(new Date(milliseconds), randomBytes);
const states = (body: {
  sites: { in_trouble: { name: string; state: string; severity: string | null }[] };
}) => body.sites.in_trouble.map(({ name, state, severity }) => `${name} ${state} ${severity}`);

describe('the states of sites', () => {
  test('The overview of a tenant shows each site in its worst state, and counts the others as fine', async () => {
    const before = await overview('globex');
    const names = ['Active', 'Handled', 'Silent', 'Tested', 'Unheard', 'Fine', 'Unwatched'];
    const sites = new Map<string, { id: string; tenant_id: string }>();
    for (const name of names) sites.set(name, await newSiteOf('globex', name));
    const at = (name: string) => sites.get(name) ?? { id: '', tenant_id: '' };
    const alert = await raise('globex', at('Active'), { severity: 'critical' });
    const handled = await raise('globex', at('Handled'));
    await as('globex', `POST /api/v1/alerts/${handled.id}/acknowledge`);
    const seen = stamp(guard.clock.now.getTime() - HOUR);
    const silent = makeDevice({
      ...{ id: idAt(Date.now()), tenant_id: at('Silent').tenant_id, site_id: at('Silent').id },
      ...{ status: 'offline', heartbeat_seconds: 60, last_seen_at: seen },
    });
    await writeItems(guard.table, [DEVICES.item(silent)]);
    const device = { name: 'Door', type: 'door-contact' };
    await create('globex', `sites/${at('Unheard').id}/devices`, { ...device, heartbeat_seconds: 60 });
    await create('globex', `sites/${at('Unwatched').id}/devices`, device);
    const ends_at = stamp(guard.clock.now.getTime() + HOUR);
    const started = await create('globex', `sites/${at('Tested').id}/tests`, { ends_at, reason: 'Service' });
    const body = await overview('globex');
    expect(states(body).filter((it) => names.some((name) => it.startsWith(name)))).toEqual([
      'Active active critical',
      'Handled acknowledged high',
      'Silent silent null',
      'Tested on_test null',
      'Unheard never_heard null',
    ]);
    expect(body.sites).toMatchObject({
      total: before.sites.total + 7,
      fine: before.sites.fine + 2,
      capped: false,
      more_in_trouble: 0,
    });
    expect(body.alerts).toMatchObject({
      active: before.alerts.active + 1,
      acknowledged: before.alerts.acknowledged + 1,
      active_critical: before.alerts.active_critical + 1,
      capped: false,
    });
    expect(body.devices).toEqual({
      silent: before.devices.silent + 1,
      never_heard: before.devices.never_heard + 1,
      capped: false,
    });
    expect(body.sites.in_trouble.find((it: { name: string }) => it.name === 'Silent').since).toBe(seen);
    expect(body.tests).toEqual([
      ...before.tests,
      { test_id: started.id, site_id: at('Tested').id, site_name: 'Tested', ends_at },
    ]);
    const { longest_waiting } = body.alerts;
    expect(longest_waiting).toEqual(
      before.alerts.longest_waiting ?? {
        alert_id: alert.id,
        site_id: at('Active').id,
        site_name: 'Active',
        severity: 'critical',
        created_at: alert.created_at,
      },
    );
  });

  test('A renamed site has its new name, and a deleted site with an open alert keeps the name of the alert', async () => {
    const [renamed, deleted] = [await newSiteOf('globex', 'Before'), await newSiteOf('globex', 'Gone')];
    for (const site of [renamed, deleted]) await raise('globex', site);
    const { total } = (await overview('globex')).sites;
    await as('globex', `PATCH /api/v1/sites/${renamed.id}`, { json: { name: 'After' } });
    await as('globex', `DELETE /api/v1/sites/${deleted.id}`);
    const { sites } = await overview('globex');
    const nameOf = (id: string) =>
      sites.in_trouble.find((it: { site_id: string }) => it.site_id === id)?.name;
    expect([nameOf(renamed.id), nameOf(deleted.id)]).toEqual(['After', 'Gone']);
    expect(sites.total).toBe(total - 1);
  });

  test('A test whose time is over is not shown, even before Guard has recorded its end', async () => {
    const site = await newSiteOf('globex', 'Soon over');
    const ends_at = stamp(guard.clock.now.getTime() + 5 * MINUTE);
    await create('globex', `sites/${site.id}/tests`, { ends_at, reason: 'Service' });
    expect(states(await overview('globex'))).toContain('Soon over on_test null');
    guard.clock.advance(5 * MINUTE);
    as = await signInCallers(guard);
    expect(states(await overview('globex'))).not.toContain('Soon over on_test null');
  });
});

describe('the scope', () => {
  test('A caller with assigned sites sees the numbers, states and hours of these sites only', async () => {
    const { id } = (await as('operator', 'GET /api/v1/auth/me')).body;
    const [own, other] = [await newSiteOf('master', 'Own'), await newSiteOf('master', 'Other')];
    const assigned = (await as('master', `GET /api/v1/users/${id}/sites`)).body.site_ids;
    await as('master', `PUT /api/v1/users/${id}/sites`, { json: { site_ids: [own.id] } });
    await raise('master', own, { severity: 'critical' });
    await raise('master', other, { severity: 'critical' });
    await stream.queue();
    guard.clock.advance(2 * MINUTE);
    await stream.tick();
    const body = await overview('operator');
    expect(states(body)).toEqual(['Own active critical']);
    expect(body.alerts).toMatchObject({ active: 1, active_critical: 1, acknowledged: 0 });
    expect(body.sites).toMatchObject({ total: 1, fine: 0 });
    expect(body.response).toBeNull();
    const total = (hours: { critical: number }[]) => hours.reduce((sum, { critical }) => sum + critical, 0);
    expect(total(body.hours)).toBe(1);
    expect(total((await overview('master')).hours)).toBe(2);
    await as('master', `PUT /api/v1/users/${id}/sites`, { json: { site_ids: [] } });
    const nothing = await overview('operator');
    expect(nothing.sites).toEqual({ total: 0, fine: 0, capped: false, in_trouble: [], more_in_trouble: 0 });
    expect([nothing.alerts.active, nothing.alerts.longest_waiting, total(nothing.hours)]).toEqual([
      0,
      null,
      0,
    ]);
    await as('master', `PUT /api/v1/users/${id}/sites`, { json: { site_ids: assigned } });
  });

  test('An API key sees its tenant or its site, with response times and without people', async () => {
    const site = await newSiteOf('master', 'Key site');
    await raise('master', site);
    const expires_at = stamp(guard.clock.now.getTime() + DAY);
    for (const json of [{ access: 'read' }, { access: 'wall', expires_at }]) {
      const [whole, bound] = [
        await create('master', 'keys', { name: 'Screen', ...json }),
        await create('master', 'keys', { name: 'Screen', ...json, site_id: site.id }),
      ];
      const seen = async (token: string) => {
        const { status, body } = await guard.call('GET /api/v1/overview', { token });
        expect([status, body.on_call, body.uncovered, body.at_the_desk]).toEqual([200, null, null, null]);
        expect(body.response).not.toBeNull();
        return body;
      };
      expect((await seen(whole.key)).sites).toEqual((await overview('master')).sites);
      expect(states(await seen(bound.key))).toEqual(['Key site active high']);
      const elsewhere = (await as('globex', 'GET /api/v1/auth/me')).body.tenant_id;
      const { status } = await guard.call(`GET /api/v1/overview?tenant_id=${elsewhere}`, {
        token: whole.key,
      });
      expect(status).toBe(404);
    }
    const reporting = await create('master', 'keys', { name: 'Panel' });
    expect((await guard.call('GET /api/v1/overview', { token: reporting.key })).status).toBe(403);
  });

  test('A platform admin names an existing tenant, and others see no tenant but their own', async () => {
    const of = async (caller: Caller, query: string) =>
      (await as(caller, `GET /api/v1/overview${query}`)).status;
    expect(await of('platform', '')).toBe(422);
    expect(await of('platform', `?tenant_id=${MISSING_ID}`)).toBe(404);
    expect(await of('globex', `?tenant_id=${acme}`)).toBe(404);
    expect(await of('master', `?tenant_id=${acme}`)).toBe(200);
    expect(await of('master', '?site_id=x')).toBe(422);
    const { at: _, ...mine } = await overview('master');
    const { at: __, ...theirs } = await overview('platform', `?tenant_id=${acme}`);
    expect(theirs).toEqual(mine);
  });
});

describe('people on duty', () => {
  test('The overview shows who is on call, which hours nobody covers and who is connected to callers who may read schedules', async () => {
    const me = (await as('master', 'GET /api/v1/auth/me')).body;
    const token = await guard.signIn('master@acme.test');
    const rotation = {
      user_ids: [me.id],
      starts_on: '2026-11-02',
      handoff_time: '08:00',
      every: 'day',
      length: 1,
    };
    const night = { ...rotation, from: '20:00', to: '06:00' };
    const always = await create('master', 'schedules', {
      name: 'Always',
      time_zone: 'UTC',
      rotations: [rotation],
    });
    const nights = await create('master', 'schedules', {
      name: 'Nights',
      time_zone: 'UTC',
      rotations: [night],
    });
    const rule = { events: ['alert.raised'], channels: ['email'] };
    await create('master', 'notification-rules', {
      ...rule,
      name: 'A',
      recipients: [{ schedule_id: always.id }],
    });
    const needy = await create('master', 'notification-rules', {
      ...{ ...rule, name: 'B', recipients: [{ schedule_id: nights.id }] },
    });
    const client = await connectAs(guard, token);
    const { on_call, uncovered, needed_schedules, at_the_desk } = await overview('operator');
    const own = on_call.filter((it: { name: string }) => ['Always', 'Nights'].includes(it.name));
    expect(own).toEqual([
      {
        ...{ schedule_id: always.id, name: 'Always', gap: false },
        on_call: [{ user_id: me.id, name: me.name, until: null }],
      },
      { schedule_id: nights.id, name: 'Nights', on_call: [], gap: true },
    ]);
    const [first, second] = uncovered;
    expect([first.schedule_id, first.since, first.until]).toEqual([
      ...[nights.id, stamp(guard.clock.now.getTime()), '2026-11-20T20:00:00.000+00:00'],
    ]);
    expect(second).toMatchObject({ since: '2026-11-21T06:00:00.000+00:00' });
    expect(uncovered).toHaveLength(8);
    expect(at_the_desk).toEqual([{ user_id: me.id, name: me.name }]);
    const viewer = await overview('viewer');
    expect([viewer.on_call, viewer.uncovered, viewer.at_the_desk]).toEqual([null, null, null]);
    await as('master', `PATCH /api/v1/notification-rules/${needy.id}`, { json: { status: 'disabled' } });
    // Nothing is uncovered, and nothing is covered either.
    expect(await overview('operator')).toMatchObject({
      uncovered: [],
      needed_schedules: needed_schedules - 1,
    });
    client.socket.close();
    await client.closed;
    await expect.poll(async () => (await overview('operator')).at_the_desk).toEqual([]);
  });

  test('Neither API keys nor platform admins who watch a tenant are at its desk', async () => {
    const { key } = await create('master', 'keys', { name: 'Screen', access: 'read' });
    const clients = [
      await connectAs(guard, key),
      await connectAs(guard, await guard.signIn('platform@guard.test'), `?tenant_id=${acme}`),
    ];
    expect((await overview('master')).at_the_desk).toEqual([]);
    for (const { socket } of clients) socket.close();
  });
});

describe('hours and response times', () => {
  test('Alerts are counted by hour and severity, today and a week before, and apart if they are on test', async () => {
    guard.clock.now = new Date('2027-02-01T10:10:00.000Z');
    as = await signInCallers(guard);
    const site = await newSiteOf('master', 'Counted');
    const settle = async () => {
      await stream.queue();
      guard.clock.advance(2 * MINUTE);
      await stream.tick();
    };
    await raise('master', site, { severity: 'low' });
    await settle();
    guard.clock.advance(7 * DAY - 2 * MINUTE);
    as = await signInCallers(guard);
    const quick = await raise('master', site, { severity: 'critical' });
    guard.clock.advance(30_000);
    await as('master', `POST /api/v1/alerts/${quick.id}/acknowledge`);
    await raise('master', site, { severity: 'medium' });
    const tested = await raise('master', site, { severity: 'medium' });
    await as('master', `POST /api/v1/alerts/${tested.id}/resolve`, { json: { resolution: 'test' } });
    await settle();
    await settle();
    const { hours, hours_a_week_before: before, response } = await overview('master');
    const zero = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
    expect([hours.length, before.length]).toEqual([24, 24]);
    expect(hours[0].since).toBe('2027-02-07T11:00:00.000+00:00');
    expect(hours.at(-1)).toEqual({
      ...{ since: '2027-02-08T10:00:00.000+00:00', ...zero },
      ...{ critical: 1, medium: 1 },
    });
    expect(before.at(-1)).toEqual({ since: '2027-02-01T10:00:00.000+00:00', ...zero, low: 1 });
    const today = { alerts: 2, within_90_seconds: 1, unanswered: 1, on_test: 1, machine_resolved: 0 };
    expect(response).toEqual({
      today,
      last_30_days: { ...today, alerts: 3, unanswered: 2 },
      time_zone: 'UTC',
    });
  });
});

describe('the time zone of a tenant', () => {
  test('In an overview, today is the day of the tenant’s time zone, also if it begins within an hour of UTC', async () => {
    guard.clock.now = new Date('2027-03-01T18:10:00.000Z');
    as = await signInCallers(guard);
    const tenant = await create('platform', 'tenants', { name: 'Zoned', time_zone: 'Asia/Kolkata' });
    const site = await as('platform', `POST /api/v1/sites?tenant_id=${tenant.id}`, {
      json: { name: 'Pune' },
    });
    const json = { site_id: site.body.id, type: 'fire', severity: 'critical', message: 'Smoke' };
    for (const minutes of [19, 2, 60]) {
      guard.clock.advance(minutes * MINUTE);
      expect((await as('platform', `POST /api/v1/alerts?tenant_id=${tenant.id}`, { json })).status).toBe(201);
    }
    await stream.queue();
    guard.clock.advance(2 * MINUTE);
    await stream.tick();
    const numbers = async () => {
      const { body } = await as('platform', `GET /api/v1/overview?tenant_id=${tenant.id}`);
      const { today, last_30_days: month, time_zone } = body.response;
      return [today.alerts, month.alerts, time_zone];
    };
    expect(await numbers()).toEqual([2, 3, 'Asia/Kolkata']);
    const change = (time_zone: string | null) =>
      as('platform', `PATCH /api/v1/tenants/${tenant.id}`, { json: { time_zone } });
    await change('America/Sao_Paulo');
    expect(await numbers()).toEqual([3, 3, 'America/Sao_Paulo']);
    await change(null);
    expect(await numbers()).toEqual([3, 3, 'UTC']);
  });
});

describe('bounds', () => {
  test('With more than 1,000 open alerts at more than 200 sites, the numbers are capped, and the worst and the oldest are shown', async () => {
    const tenant = await create('platform', 'tenants', { name: 'Large' });
    const now = guard.clock.now.getTime();
    const at = stamp(now - DAY);
    const sites = Array.from({ length: 230 }, (_, place) =>
      newSite({ name: `Site ${place}` }, { id: idAt(now - 2 * DAY + place), tenantId: tenant.id, at }),
    );
    const alerts = Array.from({ length: 1_050 }, (_, place) =>
      makeAlert({
        tenant_id: tenant.id,
        site_id: sites[place % sites.length]?.id ?? '',
        ...{ id: idAt(now - HOUR + place), created_at: stamp(now - HOUR + place) },
        // The oldest is neither among the newest nor among the worst.
        severity: place > 0 && place < 4 ? 'critical' : 'low',
        status: place % 10 === 9 ? 'acknowledged' : 'active',
      }),
    );
    await writeItems(guard.table, [...sites.map(SITES.item), ...alerts.map(ALERTS.item)]);
    const body = await overview('platform', `?tenant_id=${tenant.id}`);
    expect(body.alerts).toMatchObject({ active_critical: 3, capped: true });
    expect(body.alerts.active + body.alerts.acknowledged).toBe(1_000);
    expect(body.alerts.longest_waiting).toMatchObject({ alert_id: alerts[0]?.id, site_name: 'Site 0' });
    expect(body.sites).toMatchObject({ total: 230, fine: 0, capped: true, more_in_trouble: 30 });
    expect(body.sites.in_trouble).toHaveLength(200);
    expect(states(body).slice(0, 4)).toEqual([
      'Site 1 active critical',
      'Site 2 active critical',
      'Site 3 active critical',
      expect.stringMatching(/^Site \d+ active low$/),
    ]);
    const handover = await as('platform', `GET /api/v1/handover?tenant_id=${tenant.id}`);
    expect(handover.body.open).toMatchObject({ capped: true });
    expect(handover.body.open.data[0]).toMatchObject({ severity: 'critical' });
  });

  test('With more than 1,000 open alerts at one site, whoever sees this site only still sees that the oldest is critical', async () => {
    const site = await newSiteOf('master', 'Crowded');
    const now = guard.clock.now.getTime();
    const alerts = Array.from({ length: 1_005 }, (_, place) =>
      makeAlert({
        ...{ tenant_id: site.tenant_id, site_id: site.id, status: 'active' },
        ...{ id: idAt(now - HOUR + place), created_at: stamp(now - HOUR + place) },
        severity: place === 0 ? 'critical' : 'low',
      }),
    );
    await writeItems(guard.table, alerts.map(ALERTS.item));
    const json = { name: 'Porter', access: 'read', site_id: site.id };
    const { key } = (await as('master', 'POST /api/v1/keys', { json })).body;
    const { body } = await guard.call('GET /api/v1/overview', { token: key });
    expect(body.alerts).toMatchObject({ active_critical: 1, capped: true });
    expect(body.alerts.longest_waiting).toMatchObject({ alert_id: alerts[0]?.id, severity: 'critical' });
    expect(states(body)).toEqual(['Crowded active critical']);
    const { id } = (await as('operator', 'GET /api/v1/auth/me')).body;
    const seen = (await as('operator', 'GET /api/v1/sites')).body.data.map((it: { id: string }) => it.id);
    const assign = (site_ids: string[]) =>
      as('master', `PUT /api/v1/users/${id}/sites`, { json: { site_ids } });
    await assign([site.id]);
    const { open } = (await as('operator', 'GET /api/v1/handover')).body;
    expect(open).toMatchObject({ capped: true });
    expect(open.data[0]).toMatchObject({ id: alerts[0]?.id });
    await assign(seen);
  });
});
