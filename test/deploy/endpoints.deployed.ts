import { createECDH } from 'node:crypto';
import { TOTP } from 'otpauth';
import { beforeAll, expect, test } from 'vitest';
import { REFERENCE_ASSETS } from '../../functions/docs.ts';
import { routes } from '../../functions/routes.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { creationOf, LIMITED_KINDS } from '../support/new-entity.ts';
import { phoneJpeg } from '../support/pictures.ts';
import type { Answer } from '../support/send-request.ts';
import {
  ADMIN,
  BASE_URL,
  call,
  LIVE_URL,
  PASSWORD,
  pathOfLink,
  pathOfReference,
  signIn,
  worked,
} from './deployed-guard.ts';

/**
 * Calls every deployed endpoint once: with its own bundle and memory, and the permissions of its role, which MiniStack
 * enforces (AUTH=true). A missing grant is a 500, as on AWS.
 */

const NOBODY = { token: undefined };

let platform: string;
let master: string;
let tenantId: string;
let siteId: string;

/** Calls an endpoint and expects a status; a failure shows the response. */
async function expectStatus(status: number, request: string, options: Parameters<typeof call>[1] = {}) {
  const answer = await call(request, { token: master, ...options });
  expect(answer.status, `${request}: ${answer.text}`).toBe(status);
  return answer;
}

/** Reads, changes and lists what was just created; the list is the path that it was created by, if none is named. */
async function readAndChange(path: string, created: Answer, changes: unknown, lists: readonly string[]) {
  const { id } = created.body;
  const read = await expectStatus(200, `GET ${path}/${id}`);
  // Reading one may say more, such as whether a site is open.
  expect(read.body).toMatchObject(created.body);
  const headers = { 'If-Match': String(read.headers.get('etag')) };
  const changed = await expectStatus(200, `PATCH ${path}/${id}`, { json: changes, headers });
  expect(changed.body).toMatchObject(Object(changes));
  await expectStatus(412, `PATCH ${path}/${id}`, { json: changes, headers });
  for (const list of lists) {
    const { body } = await expectStatus(200, `GET ${list}`);
    expect(body.data.map((entry: { id: string }) => entry.id)).toContain(id);
  }
}

beforeAll(async () => {
  platform = await signIn(ADMIN);
});

test('A platform admin creates a tenant, and its master signs in', async () => {
  const token = platform;
  const email = `master-${Date.now()}@example.com`;
  const json = { name: 'Initech', master: { name: 'Bill', email, password: PASSWORD } };
  const created = await expectStatus(201, 'POST /api/v1/tenants', { token, json });
  tenantId = created.body.id;
  await expectStatus(200, `GET /api/v1/tenants/${tenantId}`, { token });
  await expectStatus(200, `PATCH /api/v1/tenants/${tenantId}`, { token, json: { name: 'Initrode' } });
  const { body } = await expectStatus(200, 'GET /api/v1/tenants', { token });
  const names = body.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['Initrode', 'Guard platform']));
  master = await signIn({ email, password: PASSWORD });
});

test('An empty tenant is deleted', async () => {
  const { body } = await expectStatus(201, 'POST /api/v1/tenants', {
    token: platform,
    json: { name: 'Hooli' },
  });
  await expectStatus(204, `DELETE /api/v1/tenants/${body.id}`, { token: platform });
});

test('Sites are created, read, changed, listed and deleted', async () => {
  const json = { name: 'Harbour', timezone: 'Europe/Amsterdam' };
  const created = await expectStatus(201, 'POST /api/v1/sites', { json });
  siteId = created.body.id;
  await readAndChange('/api/v1/sites', created, { address: '12 Quay Street' }, ['/api/v1/sites']);
  const other = await expectStatus(201, 'POST /api/v1/sites', { json: { name: 'Depot' } });
  await expectStatus(204, `DELETE /api/v1/sites/${other.body.id}`);
});

test('Zones and devices are created, changed, listed and deleted, and a site that has any cannot be deleted', async () => {
  const zones = `/api/v1/sites/${siteId}/zones`;
  const zone = await expectStatus(201, `POST ${zones}`, { json: { name: 'Entrance' } });
  await readAndChange('/api/v1/zones', zone, { name: 'Main entrance' }, [zones]);
  const devices = `/api/v1/sites/${siteId}/devices`;
  const json = { name: 'Button', type: 'panic-button', zone_id: zone.body.id, serial: 'HB-1' };
  const device = await expectStatus(201, `POST ${devices}`, { json });
  const imported = await expectStatus(200, 'POST /api/v1/devices/import', {
    json: { devices: [{ ...json, site_id: siteId }] },
  });
  expect(imported.body.results).toMatchObject([{ status: 200, device: { id: device.body.id } }]);
  await readAndChange('/api/v1/devices', device, { name: 'Red button' }, [
    devices,
    '/api/v1/devices?status=unknown',
  ]);
  await expectStatus(409, `DELETE /api/v1/sites/${siteId}`);
  const panel = `/api/v1/devices/${device.body.id}/panel`;
  const settings = { encryption: 'aes', key: '00112233445566778899AABBCCDDEEFF' };
  const { account } = (await expectStatus(200, `PUT ${panel}`, { json: settings })).body;
  expect((await expectStatus(200, `GET ${panel}`)).body).toMatchObject({ account, has_key: true });
  await expectStatus(200, `GET /api/v1/devices/${device.body.id}/frames`);
  await expectStatus(200, 'GET /api/v1/panel-frames/unknown');
  await expectStatus(204, `DELETE ${panel}`);
  const inbound = `/api/v1/devices/${device.body.id}/inbound`;
  const { url } = (await expectStatus(201, `POST ${inbound}`, { json: { format: 'shelly' } })).body;
  const address = pathOfLink(url);
  const changes = { json: { format: 'zigbee2mqtt' } };
  expect((await expectStatus(200, `PATCH ${inbound}`, changes)).body).toMatchObject(changes.json);
  const state = { ...NOBODY, json: { battery: 98, smoke: false } };
  const received = await expectStatus(200, `POST ${address}?topic=zigbee2mqtt/Hall`, state);
  expect(received.body).toMatchObject({ results: [{ result: 'recorded', type: 'fire' }] });
  for (const method of ['GET', 'HEAD']) await expectStatus(200, `${method} ${address}`, NOBODY);
  await expectStatus(404, `POST ${address}x`, state);
  expect((await expectStatus(200, `GET ${inbound}/messages`)).body.data).toHaveLength(1);
  expect((await expectStatus(200, `GET ${inbound}`)).text).not.toContain('guard_i_');
  await expectStatus(201, `POST ${inbound}/certificate`);
  await expectStatus(204, `DELETE ${inbound}`);
  // This stage receives no mail.
  const mailAddress = `/api/v1/devices/${device.body.id}/mail-address`;
  await expectStatus(409, `POST ${mailAddress}`, { json: {} });
  await expectStatus(404, `GET ${mailAddress}`);
  await expectStatus(404, `PATCH ${mailAddress}`, { json: { severity: 'low' } });
  await expectStatus(404, `DELETE ${mailAddress}`);
  await expectStatus(204, `DELETE /api/v1/devices/${device.body.id}`);
  await expectStatus(204, `DELETE /api/v1/zones/${zone.body.id}`);
});

test('Users are created, changed and assigned to sites', async () => {
  const json = { name: 'Ola', email: `ola-${Date.now()}@example.com`, role: 'operator', password: PASSWORD };
  const user = await expectStatus(201, 'POST /api/v1/users', { json });
  const { id } = user.body;
  await readAndChange('/api/v1/users', user, { name: 'Ola Nordmann' }, ['/api/v1/users?role=operator']);
  const sites = { site_ids: [siteId] };
  expect((await expectStatus(200, `PUT /api/v1/users/${id}/sites`, { json: sites })).body).toEqual(sites);
  expect((await expectStatus(200, `GET /api/v1/users/${id}/sites`)).body).toEqual(sites);
  const token = await signIn(json);
  const reached = await expectStatus(200, 'GET /api/v1/sites', { token });
  expect(reached.body.data.map((site: { id: string }) => site.id)).toEqual([siteId]);
  await expectStatus(204, `DELETE /api/v1/users/${id}`);
  await expectStatus(401, 'GET /api/v1/sites', { token });
});

test('Alerts are raised, acknowledged and resolved', async () => {
  const json = { site_id: siteId, type: 'panic', severity: 'critical', message: 'Panic button pressed' };
  const { body: alert } = await expectStatus(201, 'POST /api/v1/alerts', { json });
  await expectStatus(200, `POST /api/v1/alerts/${alert.id}/acknowledge`);
  const resolved = await expectStatus(200, `POST /api/v1/alerts/${alert.id}/resolve`);
  expect(resolved.body).toMatchObject({ status: 'resolved', acknowledged_by: resolved.body.resolved_by });
  await expectStatus(409, `POST /api/v1/alerts/${alert.id}/acknowledge`);
  expect((await expectStatus(200, `GET /api/v1/alerts/${alert.id}`)).body).toEqual(resolved.body);
  const { metadata: _, ...listed } = resolved.body;
  for (const list of ['/api/v1/alerts?type=panic', `/api/v1/sites/${siteId}/alerts?status=resolved`]) {
    const { body } = await expectStatus(200, `GET ${list}`);
    expect(body.data).toEqual([listed]);
  }
});

test('A resolved alert is reopened with a note, and resolved again', async () => {
  const json = { site_id: siteId, type: 'intrusion', severity: 'high', message: 'Window open' };
  const { id } = (await expectStatus(201, 'POST /api/v1/alerts', { json })).body;
  await expectStatus(200, `POST /api/v1/alerts/${id}/resolve`);
  const reopen = { json: { note: 'Still open' } };
  const { body } = await expectStatus(200, `POST /api/v1/alerts/${id}/reopen`, reopen);
  expect(body).toMatchObject({ status: 'acknowledged', resolved_at: null });
  expect((await expectStatus(200, `POST /api/v1/alerts/${id}/take-over`)).body).toEqual(body);
  const until = new Date(Date.now() + 60_000).toISOString();
  const park = { json: { until, reason: 'The window is being repaired' } };
  const { body: parked } = await expectStatus(200, `POST /api/v1/alerts/${id}/park`, park);
  const shown = { id, parked: parked.parked };
  const { data: all } = (await expectStatus(200, 'GET /api/v1/alerts?parked=true')).body;
  expect(all).toMatchObject([shown]);
  const { body: handover } = await expectStatus(200, 'GET /api/v1/handover');
  expect(handover.parked.data).toMatchObject([shown]);
  await expectStatus(200, `POST /api/v1/alerts/${id}/unpark`);
  const left = { json: { text: 'The window was repaired', site_id: siteId } };
  const { body: written } = await expectStatus(201, 'POST /api/v1/handover/notes', left);
  expect((await expectStatus(200, 'GET /api/v1/handover')).body.notes.data).toContainEqual(written);
  await expectStatus(200, `POST /api/v1/alerts/${id}/resolve`);
});

test('A picture is uploaded to S3, cleaned, seen, held and released', async () => {
  const json = { site_id: siteId, type: 'intrusion', severity: 'high', message: 'Motion' };
  const { id } = (await expectStatus(201, 'POST /api/v1/alerts', { json })).body;
  const path = `/api/v1/alerts/${id}/pictures`;
  const file = Buffer.from(phoneJpeg());
  const announced = { json: { content_type: 'image/jpeg', bytes: file.length, caption: 'Gate' } };
  const { upload } = (await expectStatus(201, `POST ${path}`, announced)).body;
  const send = (body: Buffer) => fetch(upload.url, { method: upload.method, headers: upload.headers, body });
  // S3 has signed the exact size, and MiniStack checks it.
  expect((await send(Buffer.concat([file, file]))).status).toBe(403);
  expect((await send(file)).status).toBe(200);
  const pictures = async () => (await expectStatus(200, `GET ${path}`)).body.data;
  await expect.poll(pictures, { timeout: 60_000, interval: 1_000 }).toHaveLength(1);
  const [{ url, content_type }] = await pictures();
  const shown = await fetch(url);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, content_type]);
  expect(shown.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(Buffer.from(await shown.arrayBuffer()).includes('Acmecam')).toBe(false);
  const unsigned = new URL(url);
  unsigned.search = '';
  expect((await fetch(unsigned)).status).toBe(403);
  const { body } = await expectStatus(200, `GET /api/v1/alerts/${id}?include=pictures`);
  expect(body).toMatchObject({ picture_count: 1, pictures: { data: [{ caption: 'Gate' }] } });
  await expectStatus(200, `POST /api/v1/alerts/${id}/resolve`, { json: { resolution: 'real' } });
  await expectStatus(200, `PUT ${path}/hold`);
  await expectStatus(204, `DELETE ${path}/hold`);
});

test('A WebSocket ticket comes with the URL of the stage’s WebSocket API', async () => {
  const { body } = await expectStatus(201, 'POST /api/v1/live/tickets');
  expect(body.url).toBe(`${LIVE_URL}?ticket=${encodeURIComponent(body.ticket)}`);
});

test('Alerts are acted on in batches, noted and counted, and have a history', async () => {
  const json = { site_id: siteId, type: 'panic', severity: 'low', message: 'Panic button pressed' };
  const { id } = (await expectStatus(201, 'POST /api/v1/alerts', { json })).body;
  const several = { json: { alert_ids: [id] } };
  for (const action of ['acknowledge', 'resolve']) {
    const { body } = await expectStatus(200, `POST /api/v1/alerts/${action}`, several);
    expect(body.results).toMatchObject([{ status: 200 }]);
  }
  await expectStatus(201, `POST /api/v1/alerts/${id}/notes`, { json: { text: 'All is well' } });
  const { body: history } = await expectStatus(200, `GET /api/v1/alerts/${id}/events`);
  const actions = history.data.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['noted', 'resolved', 'acknowledged', 'raised']);
  expect((await expectStatus(200, 'GET /api/v1/alerts/summary')).body.open).toBe(0);
  expect((await expectStatus(200, 'GET /api/v1/overview')).body.alerts).toMatchObject({
    active: 0,
    acknowledged: 0,
  });
});

test('A tenant’s escalation is set and read', async () => {
  const json = { critical: [2, 5] };
  await expectStatus(200, 'PUT /api/v1/escalation', { json });
  expect((await expectStatus(200, 'GET /api/v1/escalation')).body).toEqual(json);
});

test('An API key is created, used for a report, and revoked', async () => {
  const created = await expectStatus(201, 'POST /api/v1/keys', { json: { name: 'x', site_id: siteId } });
  const { id, key: token } = created.body;
  const raise = {
    action: 'raise',
    type: 'fire',
    severity: 'high',
    message: 'Smoke',
    dedup_key: 'x',
    id: 'x',
  };
  const resolve = { action: 'resolve', dedup_key: 'x' };
  const json = { events: [raise, raise, resolve] };
  const { body } = await expectStatus(200, 'POST /api/v1/reports', { token, json });
  expect(body.results).toMatchObject([{ status: 201 }, { status: 201, replayed: true }, { status: 200 }]);
  await expectStatus(200, `GET /api/v1/keys/${id}`);
  await expectStatus(200, `PATCH /api/v1/keys/${id}`, { json: { name: 'y' } });
  expect((await expectStatus(200, 'GET /api/v1/keys')).body.data).toHaveLength(1);
  await expectStatus(204, `DELETE /api/v1/keys/${id}`);
  await expectStatus(401, 'POST /api/v1/reports', { token, json });
});

test('A webhook is created, changed, gets a new secret, and is deleted', async () => {
  const json = { url: 'https://hooks.example.invalid/guard', events: ['alert.raised'] };
  const { id } = (await expectStatus(201, 'POST /api/v1/webhooks', { json })).body;
  await expectStatus(422, 'POST /api/v1/webhooks', { json: { ...json, url: 'https://localhost/' } });
  await expectStatus(200, `GET /api/v1/webhooks/${id}`);
  expect((await expectStatus(200, 'GET /api/v1/webhooks')).body.data).toHaveLength(1);
  await expectStatus(200, `PATCH /api/v1/webhooks/${id}`, { json: { description: 'x' } });
  await expectStatus(200, `POST /api/v1/webhooks/${id}/rotate`);
  const tested = await expectStatus(200, `POST /api/v1/webhooks/${id}/test`);
  expect(tested.body).toMatchObject({ status: 'failed', status_code: null });
  const list = await expectStatus(200, `GET /api/v1/webhooks/${id}/deliveries`);
  expect(list.body.data).toEqual([tested.body]);
  await expectStatus(202, `POST /api/v1/webhooks/${id}/deliveries/${tested.body.id}/resend`);
  const since = new Date().toISOString();
  const recovered = await expectStatus(202, `POST /api/v1/webhooks/${id}/recover`, { json: { since } });
  expect(recovered.body).toEqual({ queued: 0, has_more: false });
  await expectStatus(204, `DELETE /api/v1/webhooks/${id}`);
});

test('Users change their own account and sessions', async () => {
  const email = `self-${Date.now()}@example.com`;
  const user = { name: 'Self', email, role: 'tenant_admin', password: PASSWORD };
  await expectStatus(201, 'POST /api/v1/users', { json: user });
  const token = await signIn({ email, password: PASSWORD });
  await signIn({ email, password: PASSWORD });
  await expectStatus(200, 'PATCH /api/v1/auth/me', { token, json: { name: 'Selma' } });
  const preferences = '/api/v1/auth/me/preferences';
  await expectStatus(200, `PATCH ${preferences}`, { token, json: { language: 'de' } });
  expect((await expectStatus(200, `GET ${preferences}`, { token })).body.language).toBe('de');
  const { body } = await expectStatus(200, 'GET /api/v1/auth/sessions', { token });
  const other = body.data.find(({ current }: { current: boolean }) => !current);
  await expectStatus(204, `DELETE /api/v1/auth/sessions/${other.id}`, { token });
  await expectStatus(204, 'DELETE /api/v1/auth/sessions', { token });
});

test('Contacts of a site are created, changed, listed and deleted', async () => {
  const contacts = `/api/v1/sites/${siteId}/contacts`;
  const json = { name: 'Kim', role: 'keyholder', phone: '+4940123456' };
  const contact = await expectStatus(201, `POST ${contacts}`, { json });
  await readAndChange('/api/v1/contacts', contact, { name: 'Kim Holder' }, [contacts]);
  const alert = { site_id: siteId, type: 'panic', severity: 'low', message: 'Panic button pressed' };
  const { id } = (await expectStatus(201, 'POST /api/v1/alerts', { json: alert })).body;
  const { body } = await expectStatus(200, `GET /api/v1/alerts/${id}?include=contacts,history`);
  expect(body.contacts).toMatchObject([{ name: 'Kim Holder' }]);
  await expectStatus(200, `POST /api/v1/alerts/${id}/resolve`);
  await expectStatus(204, `DELETE /api/v1/contacts/${contact.body.id}`);
});

test('A site is put on test, and the test is moved, listed and ended', async () => {
  const tests = `/api/v1/sites/${siteId}/tests`;
  const later = (minutes: number) => formatTimestamp(new Date(Date.now() + minutes * 60_000));
  const json = { ends_at: later(30), reason: 'Service' };
  const started = await expectStatus(201, `POST ${tests}`, { json });
  await readAndChange('/api/v1/tests', started, { ends_at: later(60) }, [tests, '/api/v1/tests']);
  await expectStatus(204, `DELETE /api/v1/tests/${started.body.id}`);
});

test('A site that is closed by a report says so, and has it in its history', async () => {
  const event = { action: 'close', site_id: siteId, user_number: '7' };
  await expectStatus(200, 'POST /api/v1/reports', { json: { events: [event] } });
  const { body } = await expectStatus(200, `GET /api/v1/sites/${siteId}`);
  expect(body.openings.state).toBe('closed');
  const history = await expectStatus(200, `GET /api/v1/sites/${siteId}/openings`);
  expect(history.body.data[0]).toMatchObject({ action: 'closed', user_number: '7' });
});

test('A supervision of a site is created, changed, extended, listed and deleted', async () => {
  const { path, json } = creationOf('supervision', { siteId, unique: `deployed-${Date.now()}` });
  await expectStatus(200, `POST ${path}/preview`, { json });
  const created = await expectStatus(201, `POST ${path}`, { json });
  await readAndChange(path, created, { grace_minutes: 30 }, [path]);
  const until = formatTimestamp(new Date(Date.now() + 60_000));
  // No window ends within a minute of now, or if one does, the grace of half an hour is not over.
  const extension = { until, note: 'Stocktaking' };
  await expectStatus(409, `POST ${path}/${created.body.id}/extensions`, { json: extension });
  await expectStatus(204, `DELETE ${path}/${created.body.id}`);
});

const named = LIMITED_KINDS.filter((kind) => kind !== 'webhook');

test.each(named)('An entity of the kind %s is created, read, changed, listed and deleted', async (kind) => {
  const { id: userId } = (await expectStatus(200, 'GET /api/v1/auth/me')).body;
  const { path, json } = creationOf(kind, { userId, unique: `deployed-${Date.now()}` });
  const created = await expectStatus(201, `POST ${path}`, { json });
  await readAndChange(path, created, { name: 'Other' }, [path]);
  await expectStatus(204, `DELETE ${path}/${created.body.id}`);
});

test('An action plan is created, changed, pinned to an alert, worked through and deleted', async () => {
  const path = '/api/v1/action-plans';
  const steps = [{ key: 'call', text: 'Call', kind: 'call', required: true }];
  const json = { name: 'Plan', types: ['glass-break'], site_ids: [siteId], steps };
  const plan = await expectStatus(201, `POST ${path}`, { json });
  await readAndChange(path, plan, { name: 'Glass' }, [path]);
  const alert = { site_id: siteId, type: 'glass-break', severity: 'low', message: 'Window broken' };
  const { id } = (await expectStatus(201, 'POST /api/v1/alerts', { json: alert })).body;
  await expectStatus(204, `DELETE ${path}/${plan.body.id}`);
  await expectStatus(409, `POST /api/v1/alerts/${id}/resolve`);
  const outcome = { outcome: 'no_answer' };
  await expectStatus(200, `POST /api/v1/alerts/${id}/plan/steps/call`, { json: outcome });
  const { body } = await expectStatus(200, `GET /api/v1/alerts/${id}/plan`);
  expect(body).toMatchObject({ plan: { name: 'Glass', version: 1 }, steps: [outcome] });
  const whole = await expectStatus(200, `GET /api/v1/alerts/${id}?include=plan`);
  expect(whole.body.plan).toEqual(body);
  await expectStatus(200, `POST /api/v1/alerts/${id}/resolve`);
});

test('A guard checks in at a site', async () => {
  const path = `/api/v1/sites/${siteId}/check-ins`;
  const { body } = await expectStatus(201, `POST ${path}`);
  expect((await expectStatus(200, `GET ${path}`)).body.last).toEqual(body);
});

test('A calendar is filled from the holidays of a region, used and deleted', async () => {
  const { body } = await expectStatus(200, 'GET /api/v1/holidays?country=BR&region=SP&year=2027');
  const dates = body.days.map(({ date }: { date: string }) => date);
  const json = { name: 'Holidays', dates, source: 'date-holidays' };
  const calendar = await expectStatus(201, 'POST /api/v1/calendars', { json });
  const own = `/api/v1/calendars/${calendar.body.id}`;
  expect((await expectStatus(200, `GET ${own}`)).body).toEqual(calendar.body);
  expect((await expectStatus(200, 'GET /api/v1/calendars')).body.data).toContainEqual(calendar.body);
  await expectStatus(200, `PATCH ${own}`, { json: { dates: ['2027-11-20'] } });
  await expectStatus(204, `DELETE ${own}`);
});

test('A schedule says who is on call, with an override and its shifts', async () => {
  const path = '/api/v1/schedules';
  const { id: userId } = (await expectStatus(200, 'GET /api/v1/auth/me')).body;
  const rotation = { user_ids: [userId], starts_on: '2020-01-06', handoff_time: '08:00' };
  const json = {
    name: 'Nights',
    time_zone: 'Europe/Berlin',
    rotations: [{ ...rotation, every: 'week', length: 1 }],
  };
  const schedule = await expectStatus(201, `POST ${path}`, { json });
  const own = `${path}/${schedule.body.id}`;
  const [since, until] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const times = { since, until };
  const override = await expectStatus(201, `POST ${own}/overrides`, { json: { user_id: userId, ...times } });
  expect((await expectStatus(200, `GET ${own}/overrides`)).body.data).toHaveLength(1);
  const { body } = await expectStatus(200, `GET ${own}/shifts?since=${since}&until=${until}`);
  expect(body.shifts).toMatchObject([{ user_id: userId, override_id: override.body.id }]);
  expect((await expectStatus(200, `GET ${own}/on-call`)).body).toMatchObject({ gap: false });
  const preview = await expectStatus(200, `POST ${own}/preview`, { json: { name: 'Another name' } });
  expect(preview.body.changes).toEqual([]);
  await expectStatus(204, `DELETE ${own}/overrides/${override.body.id}`);
  await expectStatus(204, `DELETE ${own}`);
});

test('A person adds a browser as a channel, tests it and deletes it', async () => {
  const path = '/api/v1/auth/me/channels';
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'x'.repeat(22) };
  // The emulated functions reach no push service.
  const subscription = { endpoint: 'https://push.invalid/browser', keys };
  const { body } = await expectStatus(201, `POST ${path}`, { json: { kind: 'push', subscription } });
  const list = (await expectStatus(200, `GET ${path}`)).body;
  expect(list).toMatchObject({ data: [body], off: ['email', 'sms'] });
  expect((await expectStatus(200, `POST ${path}/${body.id}/test`)).body.status).toBe('failed');
  const { id } = (await expectStatus(200, 'GET /api/v1/auth/me')).body;
  expect((await expectStatus(200, `GET /api/v1/users/${id}/channels`)).body.kinds).toEqual(['push']);
  await expectStatus(204, `DELETE ${path}/${body.id}`);
});

test('The notifications of an alert say that nobody was notified if the only recipient of a rule has no channel', async () => {
  const path = '/api/v1/notification-rules';
  const { id: userId } = (await expectStatus(200, 'GET /api/v1/auth/me')).body;
  const json = {
    name: 'Night',
    events: ['alert.raised'],
    recipients: [{ user_id: userId }],
    channels: ['sms'],
  };
  const { body: shown } = await expectStatus(200, `POST ${path}/preview`, { json });
  expect(shown.people[0].channels).toEqual([{ kind: 'sms', reason: 'no_channel' }]);
  const woken = { site_id: siteId, type: 'panic', severity: 'critical', rule: json };
  const { body: told } = await expectStatus(200, 'POST /api/v1/response/preview', { json: woken });
  expect(told.steps[0].people[0].channels).toEqual([{ kind: 'sms', reason: 'no_channel' }]);
  const drill = { site_id: siteId, type: 'panic', severity: 'info' };
  const { body: started } = await expectStatus(201, 'POST /api/v1/response/drills', { json: drill });
  const { body: drills } = await expectStatus(200, 'GET /api/v1/response/drills');
  expect(drills.data[0]).toMatchObject({ id: started.id, drill: true });
  await expectStatus(200, `POST /api/v1/alerts/${started.id}/resolve`);
  const rule = await expectStatus(201, `POST ${path}`, { json });
  const alert = { site_id: siteId, type: 'panic', severity: 'critical', message: 'Notify' };
  const { id } = (await expectStatus(201, 'POST /api/v1/alerts', { json: alert })).body;
  const reasons = async () => {
    const { body } = await expectStatus(200, `GET /api/v1/alerts/${id}/notifications`);
    return body.data.map(({ reason }: { reason: string }) => reason).sort();
  };
  await expect.poll(reasons, { timeout: 60_000, interval: 2_000 }).toEqual(['no_channel', 'nobody_notified']);
  await expectStatus(200, `POST /api/v1/alerts/${id}/resolve`, { json: { resolution: 'false_alarm' } });
  await expectStatus(204, `DELETE ${path}/${rule.body.id}`);
});

test('A user sets up a second factor and removes it, and a master resets it', async () => {
  const user = { email: `factor-${Date.now()}@example.com`, password: PASSWORD };
  const json = { ...user, name: 'Fay', role: 'operator' };
  const { id } = (await expectStatus(201, 'POST /api/v1/users', { json })).body;
  const token = await signIn(user);
  const setUp = async () => {
    const current = { token, json: { current_password: PASSWORD } };
    const { secret } = (await expectStatus(201, 'POST /api/v1/auth/me/totp', current)).body;
    const totp = new TOTP({ secret });
    const { body } = await expectStatus(200, 'POST /api/v1/auth/me/totp/confirm', {
      token,
      json: { otp: totp.generate() },
    });
    return body.recovery_codes[0];
  };
  const otp = await setUp();
  expect((await expectStatus(200, 'GET /api/v1/auth/me/totp', { token })).body.enabled).toBe(true);
  const removal = { current_password: PASSWORD, otp };
  await expectStatus(204, 'POST /api/v1/auth/me/totp/disable', { token, json: removal });
  await setUp();
  await expectStatus(204, `DELETE /api/v1/users/${id}/sessions`);
  await expectStatus(204, `DELETE /api/v1/users/${id}/totp`);
  await expectStatus(401, 'GET /api/v1/auth/me', { token });
  const security = { json: { second_factor: 'optional' } };
  await expectStatus(200, 'PUT /api/v1/security', security);
  expect((await expectStatus(200, 'GET /api/v1/security')).body).toMatchObject(security.json);
  await expectStatus(200, `GET /api/v1/users/${id}/mail`);
  const { body } = await expectStatus(200, `GET /api/v1/people?user_id=${id}`);
  expect(body.data).toMatchObject([{ id, second_factor: false }]);
});

/** Does something with an identity provider, by its path, and deletes it. */
async function withIdentityProvider<T>(act: (path: string) => Promise<T>): Promise<T> {
  const json = {
    name: 'Initech login',
    issuer: 'https://login.example.com',
    client_id: 'guard',
    email_domains: [`initech-${Date.now()}.example`],
  };
  const { body } = await expectStatus(201, 'POST /api/v1/identity-providers', { json });
  const path = `/api/v1/identity-providers/${body.id}`;
  const result = await act(path);
  await expectStatus(204, `DELETE ${path}`);
  return result;
}

test('The domain of an identity provider stays unverified without its DNS record', async () => {
  const verified = await withIdentityProvider((path) => expectStatus(200, `POST ${path}/verify`));
  expect(verified.body.domains).toMatchObject([{ verified_at: null }]);
});

test('The audit log has the changes of the tenant', async () => {
  const { body } = await expectStatus(200, `GET /api/v1/audit-events?action=site.created`);
  expect(body.data.map(({ entity }: { entity: { name: string } }) => entity.name)).toContain('Harbour');
});

test('A report of response times is read from the table', async () => {
  const path = '/api/v1/statistics/response-times?since=2026-01-01&until=2030-01-01';
  const { body } = await expectStatus(200, `GET ${path}`);
  expect(body.groups).toHaveLength(1);
  const late = '/api/v1/statistics/late-closings?since=2026-01-01&until=2030-01-01';
  expect((await expectStatus(200, `GET ${late}`)).body.rows).toEqual([]);
});

/** Requests that reach the table and are refused: an emulated stage reaches no identity provider, and sends no mail. */
const REFUSALS: Readonly<Record<string, () => Promise<string | null | undefined>>> = {
  'start-sso': () =>
    refusal('POST /api/v1/auth/sso', {
      json: {
        email: 'bill@nowhere.example',
        redirect_uri: 'https://example.com/console',
        code_challenge: 'x'.repeat(43),
      },
    }),
  'return-from-sso': async () => {
    const returned = await fetch(`${BASE_URL}/api/v1/auth/sso/callback/${tenantId}?state=x&code=x`, {
      redirect: 'manual',
    });
    return new URL(returned.headers.get('location') ?? '').searchParams.get('error');
  },
  'redeem-sso-code': () =>
    refusal('POST /api/v1/auth/sso/token', { json: { code: 'x', code_verifier: 'x'.repeat(43) } }),
  'end-sso-sessions': () =>
    refusal(`POST /api/v1/auth/sso/logout/${tenantId}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'logout_token=x',
    }),
  // A window that may be extended begins at a time of day; a stage without mail of cameras has no addresses for them.
  'extend-supervision': () =>
    refusal(`POST /api/v1/supervisions/${tenantId}/extensions`, {
      token: master,
      json: { until: formatTimestamp(new Date(Date.now() + 60_000)), note: 'Stocktaking' },
    }),
  'create-mail-address': () =>
    refusal(`POST /api/v1/devices/${tenantId}/mail-address`, { token: master, json: {} }),
  'get-mail-address': () => refusal(`GET /api/v1/devices/${tenantId}/mail-address`, { token: master }),
  'update-mail-address': () =>
    refusal(`PATCH /api/v1/devices/${tenantId}/mail-address`, { token: master, json: { type: 'motion' } }),
  'delete-mail-address': () => refusal(`DELETE /api/v1/devices/${tenantId}/mail-address`, { token: master }),
  'test-identity-provider': () =>
    withIdentityProvider((path) => refusal(`POST ${path}/test`, { token: master })),
  'request-password-reset': () =>
    refusal('POST /api/v1/auth/password-resets', { json: { email: 'bill@nowhere.example' } }),
  'verify-channel': () =>
    refusal(`POST /api/v1/auth/me/channels/${tenantId}/verify`, {
      token: master,
      json: { code: '000000' },
    }),
  'confirm-password-reset': () =>
    refusal('POST /api/v1/auth/password-resets/confirm', { json: { token: 'x', password: PASSWORD } }),
  'invite-user': async () => {
    const { body } = await expectStatus(200, 'GET /api/v1/users');
    return refusal(`POST /api/v1/users/${body.data[0].id}/invitation`, { token: master });
  },
};

async function refusal(request: string, options: Parameters<typeof call>[1]): Promise<string> {
  return (await call(request, options)).body.code;
}

test('On a stage without identity provider and mail, single sign-on, invitations and password resets are rejected with the reason', async () => {
  const codes: Record<string, string | null | undefined> = {};
  // One at a time: the emulator starts a process for each, and seven at once are slower than its time limit.
  for (const [name, ask] of Object.entries(REFUSALS)) codes[name] = await ask();
  expect(codes).toEqual({
    'start-sso': 'validation_failed',
    'return-from-sso': 'sso_failed',
    'redeem-sso-code': 'sso_code_not_valid',
    'end-sso-sessions': 'logout_token_not_valid',
    'extend-supervision': 'not_found',
    'create-mail-address': 'not_found',
    'get-mail-address': 'not_found',
    'update-mail-address': 'not_found',
    'delete-mail-address': 'not_found',
    'test-identity-provider': 'sso_not_available',
    'request-password-reset': 'mail_not_configured',
    'verify-channel': 'not_found',
    'confirm-password-reset': 'link_not_valid',
    'invite-user': 'mail_not_configured',
  });
});

test('A session is shown, renewed and ended', async () => {
  await expectStatus(200, 'GET /api/v1/auth/me');
  const { body } = await expectStatus(200, 'POST /api/v1/auth/refresh');
  await expectStatus(401, 'GET /api/v1/auth/me');
  await expectStatus(200, 'POST /api/v1/auth/logout', { token: body.token });
  await expectStatus(401, 'GET /api/v1/auth/me', { token: body.token });
});

test('The health check, the API reference and the console, with all their files, are open to anyone', async () => {
  for (const path of ['/health', '/docs/api.json']) await expectStatus(200, `GET ${path}`, NOBODY);
  await expectStatus(200, 'HEAD /health', NOBODY);
  for (const page of ['/docs/api', '/console']) {
    const { text } = await expectStatus(200, `GET ${page}`, NOBODY);
    const references = [...text.matchAll(/(?:src|href)="((?!data:)[^"]+)"/g)].map(
      ([, reference]) => reference ?? '',
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      await expectStatus(200, `GET ${pathOfReference(page, reference)}`, NOBODY);
    }
  }
  // The reference loads these when an operation is opened.
  for (const { name } of REFERENCE_ASSETS) await expectStatus(200, `GET /docs/assets/${name}`, NOBODY);
});

test('The tests in this file have called every endpoint', () => {
  const called = new Set([...worked, ...Object.keys(REFUSALS)]);
  expect(routes.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});
