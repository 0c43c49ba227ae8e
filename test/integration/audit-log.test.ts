import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { SENTENCES, templateOf } from '../../lib/console/pages/audit/audit-sentences.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import type { AuditEvent } from '../../shared/audit/audit-event.ts';
import { runAdminHere } from '../support/admin-command.ts';
import { type CallAs, type Caller, listAll, signInCallers } from '../support/callers.ts';
import { TEST_BROKER, testAuthority } from '../support/certificates.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { creationOf, LIMITED_KINDS, PASSWORD } from '../support/new-entity.ts';

let guard: TestGuard;
let as: CallAs;
let tenantId: string;
beforeAll(async () => {
  guard = await startGuard({ settings: { mqttBroker: TEST_BROKER }, certificates: testAuthority() });
  as = await signInCallers(guard);
  tenantId = (await as('master', 'GET /api/v1/auth/me')).body.tenant_id;
});
afterAll(() => guard.stop());

/** The events of tenants, as stored. */
async function eventsOf(...tenants: readonly (string | undefined)[]): Promise<AuditEvent[]> {
  const events = await Promise.all(tenants.map((id) => eventsOfTenant(String(id))));
  return events.flat();
}

async function eventsOfTenant(tenant: string): Promise<AuditEvent[]> {
  const { Items = [] } = await guard.table.client.send(
    new QueryCommand({
      TableName: guard.table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `AUDIT#${tenant}` },
      ConsistentRead: true,
    }),
  );
  return Items.map(({ data }) => data);
}

const OTTO = { name: 'Otto', email: 'otto@acme.test', role: 'operator', password: PASSWORD };
/** No server listens there. */
const HOOK = { url: 'http://localhost:9/', events: ['alert.raised'] };

const ROTATION = {
  user_ids: ['{self}'],
  starts_on: '2026-11-02',
  handoff_time: '08:00',
  every: 'week',
  length: 1,
};

const BROWSER = {
  kind: 'push',
  subscription: {
    endpoint: 'https://push.example.com/send/1',
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  },
};

/** Routes that change something but no configuration. */
const UNAUDITED: Readonly<Record<string, string>> = {
  'preview-notification-rule': 'stores nothing',
  'preview-response': 'stores nothing',
  'preview-schedule': 'stores nothing',
  'preview-supervision': 'stores nothing',
  'add-picture': 'is in the history of the alert',
  'update-preferences': 'the language of messages to the caller concerns nobody else',
  'start-sso': 'begins to sign in',
  'test-identity-provider': 'begins a sign-in that signs nobody in',
  'refresh-token': 'continues a session',
  'begin-totp': 'the second factor has no effect until it is confirmed',
  'request-password-reset': 'only queues a mail',
  'invite-user': 'only queues a mail',
  logout: 'ends the presented session only',
  'raise-alert': 'alerts have a history',
  'acknowledge-alert': 'alerts have a history',
  'reopen-alert': 'alerts have a history',
  'take-over-alert': 'alerts have a history',
  'park-alert': 'alerts have a history',
  'unpark-alert': 'alerts have a history',
  'acknowledge-alerts': 'alerts have a history',
  'note-alert': 'alerts have a history',
  'create-report': 'alerts and devices have a history',
  'receive-inbound-message': 'alerts and devices have a history',
  'create-check-in': 'the state of the site and the alerts of its supervisions have it',
  'create-handover-note': 'the handover lists it',
  'create-live-ticket': 'the ticket expires after 30 seconds',
  'test-webhook': 'is listed as a delivery',
  'record-step': 'is in the history of the alert',
  'resend-delivery': 'is listed as a delivery',
  'recover-webhook': 'its deliveries are listed',
};

test('Every route that changes something is recorded in the audit log, or this test gives the reason why not', () => {
  const silent = routes.filter(({ method, isAudited }) => method !== 'GET' && !isAudited);
  expect(silent.map(({ name }) => name).sort()).toEqual(Object.keys(UNAUDITED).sort());
});

type Step = readonly [route: string, caller: Caller, request: string, recorded: string, json?: object];

/** A successful request to each route, in an order in which each finds what it changes; and what is recorded. */
const SPECIAL_STEPS: readonly Step[] = [
  ['create-site', 'admin', 'POST /sites', 'site.created Pier', { name: 'Pier' }],
  ['update-site', 'admin', 'PATCH /sites/{site}', 'site.updated Pier 4', { name: 'Pier 4' }],
  [
    'start-drill',
    'master',
    'POST /response/drills',
    'drill.started Pier 4',
    { site_id: '{site}', type: 'panic', severity: 'low' },
  ],
  [
    'start-test',
    'admin',
    'POST /sites/{site}/tests',
    'test.created Service',
    { ends_at: '2026-11-20T20:00:00Z', reason: 'Service' },
  ],
  [
    'update-test',
    'admin',
    'PATCH /tests/{test}',
    'test.updated Service',
    { ends_at: '2026-11-20T21:00:00Z' },
  ],
  ['end-test', 'admin', 'DELETE /tests/{test}', 'test.deleted Service'],
  [
    'create-supervision',
    'admin',
    'POST /supervisions',
    'supervision.created Closed by six',
    {
      name: 'Closed by six',
      site_id: '{site}',
      kind: 'closing',
      windows: [{ weekdays: ['friday'], from: '09:00', to: '18:00' }],
    },
  ],
  [
    'update-supervision',
    'admin',
    'PATCH /supervisions/{supervision}',
    'supervision.updated Closed by six',
    { grace_minutes: 15 },
  ],
  [
    'extend-supervision',
    'master',
    'POST /supervisions/{supervision}/extensions',
    'supervision.updated Closed by six',
    { until: '2026-11-20T20:00:00Z', note: 'Stocktaking' },
  ],
  ['delete-supervision', 'admin', 'DELETE /supervisions/{supervision}', 'supervision.deleted Closed by six'],
  ['create-zone', 'admin', 'POST /sites/{site}/zones', 'zone.created Bay', { name: 'Bay' }],
  ['update-zone', 'admin', 'PATCH /zones/{zone}', 'zone.updated Bay 2', { name: 'Bay 2' }],
  [
    'create-contact',
    'admin',
    'POST /sites/{site}/contacts',
    'contact.created Kim',
    { name: 'Kim', role: 'keyholder', phone: '+4940123456' },
  ],
  ['update-contact', 'admin', 'PATCH /contacts/{contact}', 'contact.updated Kim', { role: 'guard' }],
  ['delete-contact', 'admin', 'DELETE /contacts/{contact}', 'contact.deleted Kim'],
  [
    'create-device',
    'admin',
    'POST /sites/{site}/devices',
    'device.created Eye',
    { name: 'Eye', type: 'camera' },
  ],
  ['update-device', 'admin', 'PATCH /devices/{device}', 'device.updated Eye', { type: 'dome-camera' }],
  [
    'set-panel',
    'admin',
    'PUT /devices/{device}/panel',
    'panel.created 4711',
    { account: '4711', allowed_addresses: ['203.0.113.0/24'] },
  ],
  ['delete-panel', 'admin', 'DELETE /devices/{device}/panel', 'panel.deleted 4711'],
  [
    'create-inbound-address',
    'admin',
    'POST /devices/{device}/inbound',
    'inbound.created grafana',
    { format: 'grafana' },
  ],
  [
    'update-inbound-address',
    'admin',
    'PATCH /devices/{device}/inbound',
    'inbound.updated shelly',
    { format: 'shelly' },
  ],
  ['issue-certificate', 'admin', 'POST /devices/{device}/inbound/certificate', 'inbound.updated shelly'],
  ['delete-inbound-address', 'admin', 'DELETE /devices/{device}/inbound', 'inbound.deleted shelly'],
  [
    'create-mail-address',
    'admin',
    'POST /devices/{device}/mail-address',
    'mail_address.created motion',
    { type: 'motion' },
  ],
  [
    'update-mail-address',
    'admin',
    'PATCH /devices/{device}/mail-address',
    'mail_address.updated intrusion',
    { type: 'intrusion' },
  ],
  ['delete-mail-address', 'admin', 'DELETE /devices/{device}/mail-address', 'mail_address.deleted intrusion'],
  ['delete-device', 'admin', 'DELETE /devices/{device}', 'device.deleted Eye'],
  ['delete-zone', 'admin', 'DELETE /zones/{zone}', 'zone.deleted Bay 2'],
  ['create-user', 'master', 'POST /users', 'user.created Otto', OTTO],
  ['assign-sites', 'master', 'PUT /users/{user}/sites', 'user.updated Otto', { site_ids: ['{site}'] }],
  ['update-user', 'master', 'PATCH /users/{user}', 'user.updated Otto', { status: 'blocked' }],
  ['delete-user', 'master', 'DELETE /users/{user}', 'user.deleted Otto'],
  ['delete-site', 'admin', 'DELETE /sites/{site}', 'site.deleted Pier 4'],
  ['create-key', 'master', 'POST /keys', 'key.created Gate', { name: 'Gate' }],
  ['rename-key', 'master', 'PATCH /keys/{key}', 'key.updated Gate 2', { name: 'Gate 2' }],
  ['revoke-key', 'master', 'DELETE /keys/{key}', 'key.deleted Gate 2'],
  ['create-webhook', 'master', 'POST /webhooks', `webhook.created ${HOOK.url}`, HOOK],
  [
    'update-webhook',
    'master',
    'PATCH /webhooks/{webhook}',
    `webhook.updated ${HOOK.url}`,
    { description: 'x' },
  ],
  [
    'rotate-webhook-secret',
    'master',
    'POST /webhooks/{webhook}/rotate',
    `webhook.secret_rotated ${HOOK.url}`,
  ],
  ['delete-webhook', 'master', 'DELETE /webhooks/{webhook}', `webhook.deleted ${HOOK.url}`],
  [
    'create-calendar',
    'admin',
    'POST /calendars',
    'calendar.created Holidays',
    { name: 'Holidays', dates: ['2026-12-25'] },
  ],
  [
    'update-calendar',
    'admin',
    'PATCH /calendars/{calendar}',
    'calendar.updated Days off',
    { name: 'Days off' },
  ],
  ['delete-calendar', 'admin', 'DELETE /calendars/{calendar}', 'calendar.deleted Days off'],
  [
    'create-schedule',
    'admin',
    'POST /schedules',
    'schedule.created Nights',
    { name: 'Nights', time_zone: 'Europe/Berlin', rotations: [ROTATION] },
  ],
  ['update-schedule', 'admin', 'PATCH /schedules/{schedule}', 'schedule.updated Days', { name: 'Days' }],
  [
    'create-override',
    'admin',
    'POST /schedules/{schedule}/overrides',
    'schedule_override.created Days',
    { user_id: '{self}', since: '2026-12-24T08:00:00Z', until: '2026-12-26T08:00:00Z' },
  ],
  [
    'delete-override',
    'admin',
    'DELETE /schedules/{schedule}/overrides/{override}',
    'schedule_override.deleted Days',
  ],
  ['delete-schedule', 'admin', 'DELETE /schedules/{schedule}', 'schedule.deleted Days'],
  ['create-channel', 'viewer', 'POST /auth/me/channels', 'channel.created push', BROWSER],
  ['test-channel', 'viewer', 'POST /auth/me/channels/{channel}/test', 'channel.tested push'],
  ['delete-channel', 'viewer', 'DELETE /auth/me/channels/{channel}', 'channel.deleted push'],
  ['set-escalation', 'master', 'PUT /escalation', 'tenant.updated Acme', { critical: [2] }],
  ['update-current-user', 'viewer', 'PATCH /auth/me', 'user.updated Vic', { name: 'Vic' }],
  ['end-session', 'viewer', 'DELETE /auth/sessions/{session}', 'user.session_ended Vic'],
  ['end-other-sessions', 'viewer', 'DELETE /auth/sessions', 'user.sessions_ended Vic'],
  ['create-tenant', 'platform', 'POST /tenants', 'tenant.created Initech', { name: 'Initech' }],
  [
    'update-tenant',
    'platform',
    'PATCH /tenants/{tenant}',
    'tenant.updated Initech',
    { status: 'inactive', time_zone: 'Asia/Kolkata' },
  ],
  [
    'set-security',
    'platform',
    'PUT /security?tenant_id={tenant}',
    'tenant.updated Initech',
    { second_factor: 'required' },
  ],
  ['delete-tenant', 'platform', 'DELETE /tenants/{tenant}', 'tenant.deleted Initech'],
];

/** The creation, change of the name and deletion of kinds that have no steps above. */
const ORDINARY_STEPS = LIMITED_KINDS.flatMap((kind): Step[] => {
  const name = kind.replaceAll('_', '-');
  if (SPECIAL_STEPS.some(([route]) => route === `create-${name}`)) return [];
  const { path, json } = creationOf(kind, { userId: '{self}', unique: 'Ordinary' });
  const [collection, own] = [path.slice(7), `${path.slice(7)}/{${name.split('-').at(-1)}}`];
  return [
    [`create-${name}`, 'master', `POST ${collection}`, `${kind}.created Ordinary`, json],
    [`update-${name}`, 'master', `PATCH ${own}`, `${kind}.updated Other`, { name: 'Other' }],
    [`delete-${name}`, 'master', `DELETE ${own}`, `${kind}.deleted Other`],
  ];
});

const STEPS = [...SPECIAL_STEPS, ...ORDINARY_STEPS];

/** Their requests are tested where they are written. */
const TESTED_ELSEWHERE = [
  'end-sso-sessions',
  // An overridden plan: action-plans.test.ts.
  'resolve-alert',
  'resolve-alerts',
  'login',
  'import-devices',
  'confirm-totp',
  'disable-totp',
  'reset-totp',
  'end-user-sessions',
  'verify-channel',
  'confirm-password-reset',
  'verify-identity-provider',
  // pictures.test.ts.
  'hold-pictures',
  'release-pictures',
];

test('Each audited route records its change in the audit log once, with actor, names and origin', async () => {
  expect([...STEPS.map(([route]) => route), ...TESTED_ELSEWHERE].sort()).toEqual(
    routes
      // sso.test.ts
      .filter(({ isAudited, name }) => isAudited && name !== 'redeem-sso-code')
      .map(({ name }) => name)
      .sort(),
  );
  await guard.signIn('viewer@acme.test');
  const sessions: { id: string; current: boolean }[] = (await as('viewer', 'GET /api/v1/auth/sessions')).body
    .data;
  const other = sessions.find(({ current }) => !current);
  const ids: Record<string, string> = {
    session: other?.id ?? '',
    self: (await as('admin', 'GET /api/v1/auth/me')).body.id,
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? name);
  for (const [, caller, request, recorded, json] of STEPS) {
    const before = await eventsOf(tenantId, ids['tenant']);
    const headers = { 'User-Agent': 'audit test' };
    const [method, path] = fill(request).split(' ');
    const body = json && JSON.parse(fill(JSON.stringify(json)));
    const answer = await as(caller, `${method} /api/v1${path}`, { headers, ...(body ? { json: body } : {}) });
    expect([request, answer.status, answer.text]).toEqual([
      request,
      expect.toSatisfy((it) => it < 300),
      answer.text,
    ]);
    const kind = /^POST .*?(\w+?)s$/.exec(request)?.[1];
    if (answer.status === 201 && kind) ids[kind] = answer.body.id;
    const known = before.map(({ id }) => id);
    const after = await eventsOf(tenantId, ids['tenant']);
    const [event, ...others] = after.filter(({ id }) => !known.includes(id));
    expect([others, `${event?.action} ${event?.entity.name}`]).toEqual([[], recorded]);
    expect(event).toMatchObject({
      actor: { kind: 'user', id: expect.any(String), name: expect.any(String) },
      ip_address: '127.0.0.1',
      user_agent: 'audit test',
      request_id: answer.headers.get('X-Request-Id'),
      at: '2026-11-20T12:00:30.000+00:00',
    });
  }
});

const fields = ({ changes }: AuditEvent) => changes.map(({ field, from, to }) => [field, from, to]);

test('An audit event shows what changed, but no password and no e-mail address', async () => {
  const { id } = (await as('master', 'POST /api/v1/users', { json: { ...OTTO, email: 'p@acme.test' } })).body;
  const json = { name: 'Otto 2', email: 'q@acme.test', password: `${PASSWORD} 2` };
  await as('master', `PATCH /api/v1/users/${id}`, { json });
  const event = (await eventsOf(tenantId)).find(
    ({ entity, action }) => entity.id === id && action === 'user.updated',
  );
  expect(event && fields(event)).toEqual([
    ['name', 'Otto', 'Otto 2'],
    ['email', null, null],
    ['password', null, null],
  ]);
});

test('The audit log of a tenant records who set its time zone', async () => {
  const json = { time_zone: 'America/Sao_Paulo' };
  await as('master', `PATCH /api/v1/tenants/${tenantId}`, { json });
  const [event] = (await eventsOf(tenantId)).filter(
    ({ action, changes }) => action === 'tenant.updated' && changes.some((it) => it.field === 'time_zone'),
  );
  expect(event).toMatchObject({
    action: 'tenant.updated',
    actor: { name: 'Acme Master' },
    entity: { name: 'Acme' },
  });
  expect(event && fields(event)).toEqual([['time_zone', null, 'America/Sao_Paulo']]);
});

test('Requests that change nothing or are refused are not recorded in the audit log', async () => {
  const { id, name } = (await as('admin', 'POST /api/v1/sites', { json: { name: 'Same' } })).body;
  const before = await eventsOf(tenantId);
  expect((await as('admin', `PATCH /api/v1/sites/${id}`, { json: { name } })).status).toBe(200);
  const headers = { 'If-Match': '"other"' };
  expect((await as('admin', `PATCH /api/v1/sites/${id}`, { json: { name: 'x' }, headers })).status).toBe(412);
  expect(await eventsOf(tenantId)).toEqual(before);
});

test('The audit log records sign-ins and failed sign-ins of a user, and not those of an unknown address', async () => {
  const before = (await eventsOf(tenantId)).map(({ id }) => id);
  const logIn = async (email: string, password: string) =>
    (await guard.call('POST /api/v1/auth/login', { json: { email, password } })).status;
  expect(await logIn('viewer@acme.test', DEMO_PASSWORD)).toBe(200);
  expect(await logIn('viewer@acme.test', 'wrong-password')).toBe(401);
  expect(await logIn('nobody@acme.test', 'wrong-password')).toBe(401);
  const { id: blocked } = (await listAll(as, 'master', '/api/v1/users')).find(({ name }) => name === 'Vic');
  await as('master', `PATCH /api/v1/users/${blocked}`, { json: { status: 'blocked' } });
  expect(await logIn('viewer@acme.test', DEMO_PASSWORD)).toBe(403);
  await as('master', `PATCH /api/v1/users/${blocked}`, { json: { status: 'active' } });
  const events = (await eventsOf(tenantId)).filter(
    ({ id, action }) => !before.includes(id) && action.startsWith('user.sign'),
  );
  expect(events.map(({ action, actor, entity }) => [action, actor.name, entity.name]).sort()).toEqual([
    ['user.sign_in_failed', 'Guard', 'Vic'],
    ['user.sign_in_failed', 'Guard', 'Vic'],
    ['user.signed_in', 'Vic', 'Vic'],
  ]);
  expect(await eventsOf('nobody')).toEqual([]);
});

test('The audit log records an administration command with its name', async () => {
  const table = ['--table', guard.table.name, '--endpoint', guard.table.endpoint];
  await runAdminHere(['block-user', '--email', 'viewer@acme.test', ...table]);
  const event = (await eventsOf(tenantId)).find(({ actor }) => actor.kind === 'command');
  expect(event).toMatchObject({
    action: 'user.updated',
    actor: { kind: 'command', id: null, name: 'block-user' },
    ip_address: null,
  });
});

test('Each event that was recorded has a sentence in every language of the console', async () => {
  const events = await eventsOf(tenantId);
  const actions = [...new Set(events.map(({ action }) => action))];
  expect(actions.length).toBeGreaterThan(40);
  for (const [language, sentences] of Object.entries(SENTENCES)) {
    const missing = actions.filter((action) => templateOf(sentences, action) === undefined);
    expect([language, missing]).toEqual([language, []]);
  }
});

test('A master lists the audit log by time, actor, action and entity, page by page, and sees no other tenant', async () => {
  const all = await listAll(as, 'master', '/api/v1/audit-events?limit=7');
  const expected = (await eventsOf(tenantId))
    .map(({ id }) => id)
    .sort()
    .reverse();
  expect(all.map(({ id }) => id)).toEqual(expected);
  const matching = (test: (event: AuditEvent) => boolean) => all.filter(test);
  const [{ actor, entity }] = matching(({ action }) => action === 'site.updated');
  const byAll = `actor_id=${actor.id}&action=site.updated&entity_id=${entity.id}`;
  for (const [query, test] of [
    [`actor_id=${actor.id}`, (it) => it.actor.id === actor.id],
    ['action=site.updated', (it) => it.action === 'site.updated'],
    [`entity_id=${entity.id}`, (it) => it.entity.id === entity.id],
    [byAll, (it) => it.action === 'site.updated' && it.entity.id === entity.id],
    ['since=2026-11-20T12:00:31Z', (it) => it.at > '2026-11-20T12:00:31'],
    ['until=2026-11-20T12:00:31Z', (it) => it.at < '2026-11-20T12:00:31'],
  ] satisfies [string, (event: AuditEvent) => boolean][]) {
    const found = await listAll(as, 'master', `/api/v1/audit-events?limit=3&${query}`);
    expect([query, found]).toEqual([query, matching(test)]);
  }
  expect(await listAll(as, 'globex', `/api/v1/audit-events?tenant_id=${tenantId}`)).toEqual([]);
  expect(await listAll(as, 'platform', `/api/v1/audit-events?tenant_id=${tenantId}&limit=100`)).toEqual(all);
  expect((await as('platform', 'GET /api/v1/audit-events')).body.errors).toHaveProperty('tenant_id');
});
