import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import type { TargetKind } from '../../lib/admin/entity-kinds.ts';
import { ROLES, type Role } from '../../shared/base/access.ts';
import { KEY_ACCESS, type KeyAccess } from '../../shared/base/actor.ts';
import { ERRORS } from '../../shared/base/errors.ts';
import { OWN_TENANT_ID } from '../../shared/base/ids.ts';
import { isPermission, type Route } from '../../shared/http/route.ts';
import { createPremises, type Premises } from '../support/access-premises.ts';
import { MISSING_ID } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { kindNamedBy } from '../support/new-entity.ts';
import { repetitions } from '../support/repetitions.ts';
import type { Answer } from '../support/send-request.ts';

/**
 * The access policy. A change of the policy is a change of this table, and a route that is missing here fails. For each
 * role, in the order of ROLES, and each situation: `ok` (admitted, whatever the result), 403 or 404; `none` is an empty
 * list.
 */
type Expected = 'ok' | '403' | '404' | 'none';

interface Policy {
  readonly situations: readonly string[];
  readonly answers: Readonly<Record<string, readonly [string, string, string, string, string]>>;
}

const READ_AT_SITE = [
  'ok ok ok 404',
  'ok ok 404 404',
  'ok ok 404 404',
  'ok 404 404 404',
  'ok 404 404 404',
] as const;
const MANAGE_AT_SITE = [
  'ok ok ok 404',
  'ok ok 404 404',
  'ok ok 404 404',
  '403 404 404 404',
  '403 404 404 404',
] as const;
const READ_CONTACTS = [...READ_AT_SITE.slice(0, 4), '403 404 404 404'] as unknown as typeof READ_AT_SITE;
const MANAGE_TESTS = [
  ...MANAGE_AT_SITE.slice(0, 3),
  'ok 404 404 404',
  '403 404 404 404',
] as unknown as typeof MANAGE_AT_SITE;
const ACT_AT_SITE = [
  'ok ok ok 404',
  'ok ok 404 404',
  '403 403 404 404',
  'ok 404 404 404',
  '403 404 404 404',
] as const;
const HOLD_AT_SITE = [
  ...ACT_AT_SITE.slice(0, 3),
  '403 404 404 404',
  '403 404 404 404',
] as unknown as typeof ACT_AT_SITE;
const LIST = ['ok ok', 'ok none', 'ok none', 'ok none', 'ok none'] as const;
const READ_USER = [
  'ok ok ok ok 404',
  'ok ok ok 404 404',
  'ok ok ok 404 404',
  'ok 404 404 404 404',
  'ok 404 404 404 404',
] as const;
const CHANGE_USER = [
  'ok ok ok ok 404',
  'ok ok ok 404 404',
  '403 ok 403 404 404',
  '403 404 404 404 404',
  '403 404 404 404 404',
] as const;
const TENANT = ['ok ok 404', '403 404 404', '403 404 404', '404 404 404', '404 404 404'] as const;

const PLAN = ['ok ok 404', 'ok 404 404', 'ok 404 404', '403 404 404', '403 404 404'] as const;

const KEY = ['ok ok 404', 'ok 404 404', '403 404 404', '403 404 404', '403 404 404'] as const;

const READ_SCHEDULE = ['ok ok 404', 'ok 404 404', 'ok 404 404', 'ok 404 404', '403 404 404'] as const;
const CHANGE_SCHEDULE = ['ok ok 404', 'ok 404 404', 'ok 404 404', '403 404 404', '403 404 404'] as const;

const POLICIES: readonly Policy[] = [
  {
    situations: ['assigned site', 'unassigned site', 'foreign tenant', 'missing'],
    answers: {
      'get-site': READ_AT_SITE,
      // Nothing was opened or closed.
      'list-openings': READ_AT_SITE.map((it) => it.replaceAll('ok', 'none')) as never,
      'list-site-zones': READ_AT_SITE,
      'list-site-devices': READ_AT_SITE,
      'list-site-alerts': READ_AT_SITE,
      'get-zone': READ_AT_SITE,
      'get-device': READ_AT_SITE,
      'get-alert': READ_AT_SITE,
      'list-alert-events': READ_AT_SITE,
      // Nobody was notified of the alert.
      'list-notifications': READ_AT_SITE.map((it) => it.replaceAll('ok', 'none')) as never,
      'get-alert-plan': READ_AT_SITE,
      'list-site-contacts': READ_CONTACTS,
      'get-contact': READ_CONTACTS,
      'list-site-tests': READ_AT_SITE,
      'get-test': READ_AT_SITE,
      'start-test': MANAGE_TESTS,
      'update-test': MANAGE_TESTS,
      'end-test': MANAGE_TESTS,
      'create-contact': MANAGE_AT_SITE,
      'update-contact': MANAGE_AT_SITE,
      'delete-contact': MANAGE_AT_SITE,
      'update-site': MANAGE_AT_SITE,
      'delete-site': MANAGE_AT_SITE,
      'create-zone': MANAGE_AT_SITE,
      'update-zone': MANAGE_AT_SITE,
      'delete-zone': MANAGE_AT_SITE,
      'create-device': MANAGE_AT_SITE,
      'update-device': MANAGE_AT_SITE,
      'delete-device': MANAGE_AT_SITE,
      'set-panel': MANAGE_AT_SITE,
      // The device is no panel.
      'get-panel': MANAGE_AT_SITE.map((it) => it.replaceAll('ok', '404')) as never,
      'delete-panel': MANAGE_AT_SITE.map((it) => it.replaceAll('ok', '404')) as never,
      'list-panel-frames': MANAGE_AT_SITE.map((it) => it.replaceAll('ok', 'none')) as never,
      'create-inbound-address': MANAGE_AT_SITE,
      // The device has no address.
      'issue-certificate': MANAGE_AT_SITE,
      'get-inbound-address': MANAGE_AT_SITE.map((it) => it.replaceAll('ok', '404')) as never,
      'update-inbound-address': MANAGE_AT_SITE.map((it) => it.replaceAll('ok', '404')) as never,
      'delete-inbound-address': MANAGE_AT_SITE.map((it) => it.replaceAll('ok', '404')) as never,
      'list-inbound-messages': MANAGE_AT_SITE.map((it) => it.replaceAll('ok', 'none')) as never,
      'create-mail-address': MANAGE_AT_SITE,
      'get-mail-address': MANAGE_AT_SITE,
      'update-mail-address': MANAGE_AT_SITE,
      // This device has none.
      'delete-mail-address': MANAGE_AT_SITE.map((it) => it.replaceAll('ok', '404')) as never,
      'acknowledge-alert': ACT_AT_SITE,
      'resolve-alert': ACT_AT_SITE,
      'reopen-alert': ACT_AT_SITE,
      'take-over-alert': ACT_AT_SITE,
      'get-check-ins': READ_AT_SITE,
      'create-check-in': ACT_AT_SITE,
      'park-alert': ACT_AT_SITE,
      'unpark-alert': ACT_AT_SITE,
      'note-alert': ACT_AT_SITE,
      'add-picture': ACT_AT_SITE,
      // The alert has no pictures.
      'list-pictures': READ_AT_SITE.map((it) => it.replaceAll('ok', 'none')) as never,
      'hold-pictures': HOLD_AT_SITE,
      'release-pictures': HOLD_AT_SITE,
      'record-step': ACT_AT_SITE,
      'get-supervision': READ_AT_SITE,
      'update-supervision': MANAGE_AT_SITE,
      'delete-supervision': MANAGE_AT_SITE,
      'extend-supervision': ACT_AT_SITE,
    },
  },
  {
    situations: ['own tenant', 'foreign tenant'],
    answers: {
      'list-tests': LIST,
      'list-supervisions': LIST,
      'preview-supervision': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
      'create-supervision': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
      'list-sites': LIST,
      'list-devices': LIST,
      'list-alerts': LIST,
      'summarize-alerts': LIST,
      'create-live-ticket': ['ok ok', 'ok 404', 'ok 404', 'ok 404', 'ok 404'],
      'import-devices': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
      'list-users': LIST,
      'list-people': ['ok ok', 'ok none', 'ok none', '403 403', '403 403'],
      'create-site': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
      'create-user': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
      'acknowledge-alerts': ['ok ok', 'ok 404', '403 403', 'ok 404', '403 403'],
      'resolve-alerts': ['ok ok', 'ok 404', '403 403', 'ok 404', '403 403'],
      'raise-alert': ['ok ok', 'ok 404', '403 403', '403 403', '403 403'],
      'create-report': ['ok ok', 'ok 404', '403 403', '403 403', '403 403'],
      'get-escalation': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
      'set-escalation': ['ok ok', 'ok 404', '403 403', '403 403', '403 403'],
      'get-security': ['ok ok', 'ok 404', '403 403', '403 403', '403 403'],
      'set-security': ['ok ok', 'ok 404', '403 403', '403 403', '403 403'],
      'list-keys': ['ok ok', 'ok none', '403 403', '403 403', '403 403'],
      'get-handover': ['ok ok', 'ok 404', 'ok 404', 'ok 404', '403 403'],
      'create-handover-note': ['ok ok', 'ok 404', '403 403', 'ok 404', '403 403'],
      'get-overview': ['ok ok', 'ok 404', 'ok 404', 'ok 404', 'ok 404'],
      'get-late-closings': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
      'get-response-times': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
      'list-audit-events': ['ok ok', 'ok none', '403 403', '403 403', '403 403'],
      'list-calendars': ['ok ok', 'ok none', 'ok none', '403 403', '403 403'],
      'create-calendar': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
      'list-action-plans': ['ok ok', 'ok none', 'ok none', '403 403', '403 403'],
      'create-action-plan': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
      'list-identity-providers': ['ok ok', 'ok none', '403 403', '403 403', '403 403'],
      'create-identity-provider': ['ok ok', 'ok 404', '403 403', '403 403', '403 403'],
      'list-notification-rules': ['ok ok', 'ok none', '403 403', '403 403', '403 403'],
      'create-notification-rule': ['ok ok', 'ok 404', '403 403', '403 403', '403 403'],
      'preview-notification-rule': ['ok ok', 'ok 404', '403 403', '403 403', '403 403'],
      'list-schedules': ['ok ok', 'ok none', 'ok none', 'ok none', '403 403'],
      'create-schedule': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
      'list-webhooks': ['ok ok', 'ok none', '403 403', '403 403', '403 403'],
      'create-webhook': ['ok ok', 'ok 404', '403 403', '403 403', '403 403'],
      'create-key': ['ok ok', 'ok 404', 'ok 404', '403 403', '403 403'],
    },
  },
  {
    situations: ['oneself', 'an operator', 'a master', 'foreign tenant', 'missing'],
    answers: {
      'get-user': READ_USER,
      'get-assigned-sites': READ_USER,
      'get-mail-status': READ_USER,
      'get-user-channels': READ_USER,
      'update-user': CHANGE_USER,
      'invite-user': CHANGE_USER,
      'assign-sites': CHANGE_USER,
      'end-user-sessions': [
        '403 ok ok ok 404',
        '403 ok ok 404 404',
        '403 ok 403 404 404',
        '403 404 404 404 404',
        '403 404 404 404 404',
      ],
      // A user without a second factor has nothing to reset.
      'reset-totp': [
        '403 404 404 404 404',
        '403 404 404 404 404',
        '403 403 403 404 404',
        '403 404 404 404 404',
        '403 404 404 404 404',
      ],
      'delete-user': [
        '403 ok ok ok 404',
        '403 ok ok 404 404',
        '403 ok 403 404 404',
        '403 404 404 404 404',
        '403 404 404 404 404',
      ],
    },
  },
  {
    situations: ['own tenant', 'foreign tenant', 'missing'],
    answers: {
      'get-tenant': TENANT,
      'update-tenant': ['ok ok 404', 'ok 404 404', '403 404 404', '404 404 404', '404 404 404'],
      'delete-tenant': ['403 ok 404', ...TENANT.slice(1)] as never,
      'get-key': KEY,
      'rename-key': KEY,
      'revoke-key': KEY,
      'get-calendar': PLAN,
      'update-calendar': PLAN,
      'delete-calendar': PLAN,
      'get-action-plan': PLAN,
      'update-action-plan': PLAN,
      'delete-action-plan': PLAN,
      'get-identity-provider': KEY,
      'update-identity-provider': KEY,
      'delete-identity-provider': KEY,
      'test-identity-provider': KEY,
      'verify-identity-provider': KEY,
      'get-notification-rule': KEY,
      'update-notification-rule': KEY,
      'delete-notification-rule': KEY,
      'get-schedule': READ_SCHEDULE,
      'get-on-call': READ_SCHEDULE,
      'list-shifts': READ_SCHEDULE,
      'list-overrides': READ_SCHEDULE.map((it) => it.replaceAll('ok', 'none')) as never,
      'preview-schedule': CHANGE_SCHEDULE,
      'update-schedule': CHANGE_SCHEDULE,
      'delete-schedule': CHANGE_SCHEDULE,
      'create-override': CHANGE_SCHEDULE,
      'delete-override': CHANGE_SCHEDULE,
      'get-webhook': KEY,
      'update-webhook': KEY,
      'delete-webhook': KEY,
      'rotate-webhook-secret': KEY,
      'test-webhook': KEY,
      'resend-delivery': KEY,
      'recover-webhook': KEY,
      'list-webhook-deliveries': KEY.map((it) => it.replaceAll('ok', 'none')) as never,
    },
  },
  {
    situations: ['everything'],
    answers: {
      'list-tenants': ['ok', '403', '403', '403', '403'],
      'create-tenant': ['ok', '403', '403', '403', '403'],
      'list-unknown-frames': ['none', 'none', 'none', '403', '403'],
      'preview-response': ['ok', 'ok', '403', '403', '403'],
      'list-holidays': ['ok', 'ok', 'ok', '403', '403'],
      'list-drills': ['ok', 'none', '403', '403', '403'],
      'start-drill': ['ok', 'ok', '403', '403', '403'],
    },
  },
];

let guard: TestGuard;
let premises: Premises;
beforeAll(async () => {
  guard = await startGuard();
  premises = await createPremises(guard);
});
afterAll(() => guard.stop());

/** Bodies are empty, so an admitted request that needs a body fails validation: only tickets are created. */
function outcome({ status, body }: Answer): Expected {
  if (status === 403) return '403';
  if (status === 404) return '404';
  if (status === 200 && Array.isArray(body.data) && body.data.length === 0) return 'none';
  if (status === 200 && body.open === 0) return 'none';
  expect([200, 201, 202, 204, 409, 422]).toContain(status);
  return 'ok';
}

const byName = new Map<string, Route>(routes.map((route) => [route.name, route]));

test('Every route that needs a permission has a row in the access matrix', () => {
  const tabled = POLICIES.flatMap(({ answers }) => Object.keys(answers)).sort();
  const needed = routes.filter(({ access }) => isPermission(access)).map(({ name }) => name);
  expect(tabled).toEqual(needed.sort());
});

/** Rows that an earlier route proves in every cell. */
const provenRows = new Set<unknown>();

/**
 * Whether a cell is checked. Targets are found and scopes applied before a route runs, so one route of each row proves all of
 * its cells, and the others only the cells that their own permission decides. `npm run test:all -- --nightly` checks every cell.
 */
const isChecked = (isFirst: boolean, role: Role, place: number) =>
  isFirst || place === 0 || role === 'tenant_master' || repetitions({ few: 1, many: 2 }) > 1;

const requestAs = async (route: Route, role: Role, situation: string, query = '') => {
  const path = await premises.pathTo(route, situation, role);
  return guard.call(`${route.method} ${path}${query}`, {
    token: premises.tokens[role],
    ...(route.request.body ? { json: {} } : {}),
  });
};

const rows = POLICIES.flatMap(({ situations, answers }) =>
  Object.entries(answers).map(([name, row]) => {
    const isFirst = !provenRows.has(row);
    provenRows.add(row);
    return { name, situations, row, isFirst };
  }),
);

test.each(rows)(
  'Each role gets the responses that the access matrix lists for the route $name',
  async (cells) => {
    const route = byName.get(cells.name);
    if (!route) throw new Error(`No route ${cells.name}`);
    const expected: string[] = [];
    const actual: string[] = [];
    for (const [index, role] of ROLES.entries()) {
      const policy = cells.row[index]?.split(' ') ?? [];
      const refusals = new Set<string>();
      for (const [place, situation] of cells.situations.entries()) {
        if (!isChecked(cells.isFirst, role, place)) continue;
        const answer = await requestAs(route, role, situation);
        expected.push(`${role}, ${situation}: ${policy[place]}`);
        actual.push(`${role}, ${situation}: ${outcome(answer)}`);
        if (answer.status === 404) refusals.add(JSON.stringify({ ...answer.body, request_id: '' }));
      }
      // Responses for foreign, unassigned and missing entities are equal.
      expect(refusals.size).toBeLessThanOrEqual(1);
    }
    expect(actual).toEqual(expected);
  },
);

/** One route for each kind of target. */
const targeted = [...Map.groupBy(routes, kindNamedBy)].flatMap(([kind, [route]]) =>
  kind && route ? [[kind, route] as const] : [],
);

test.each(targeted)(
  'A route whose path names a %s rejects the tenant_id of another tenant, and answers 404 outside the caller’s scope',
  async (kind, route) => {
    const [first = '', ...outside] = SITUATIONS_OF[kind];
    const within = kind === 'user' ? 'an operator' : first;
    for (const tenantId of [MISSING_ID, OWN_TENANT_ID]) {
      for (const role of ['platform_admin', 'tenant_master'] as const) {
        const { status, body } = await requestAs(route, role, within, `?tenant_id=${tenantId}`);
        if (status === 403) expect([kind, role]).toEqual(['tenant', 'tenant_master']);
        else expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['tenant_id']]);
      }
      for (const situation of outside) {
        const { status } = await requestAs(route, 'tenant_master', situation, `?tenant_id=${tenantId}`);
        expect(status).toBe(404);
      }
    }
    const twice = `?tenant_id=${MISSING_ID}&tenant_id=${premises.tenantId}`;
    expect((await requestAs(route, 'tenant_master', within, twice)).status).not.toBeLessThan(300);
  },
);

/** The routes for keys. */
const TAKE_KEYS: Readonly<Record<KeyAccess, readonly string[]>> = {
  report: ['add-picture', 'create-report'],
  read: [
    'create-live-ticket',
    'get-alert',
    'get-alert-plan',
    'get-device',
    'get-late-closings',
    'get-overview',
    'get-response-times',
    'get-site',
    'get-zone',
    'list-alert-events',
    'list-alerts',
    'list-devices',
    'list-openings',
    'list-pictures',
    'list-site-alerts',
    'list-site-devices',
    'list-site-zones',
    'list-sites',
    'summarize-alerts',
  ],
  wall: ['create-live-ticket', 'get-overview'],
};

test.each(KEY_ACCESS)('Only the routes that this test lists accept API keys with %s access', (access) => {
  const taking = routes.filter(({ takesKeys }) => takesKeys.includes(access)).map(({ name }) => name);
  expect(taking.sort()).toEqual(TAKE_KEYS[access]);
});

/** A key that reads has the scope of these roles: its tenant, or one site. */
const SCOPE_OF_READERS = ['tenant_admin', 'viewer'] as const;

test.each(rows.filter(({ name }) => TAKE_KEYS.read.includes(name)))(
  'An API key with read access gets a tenant admin’s responses, or a site viewer’s if it is bound to a site, on the route $name',
  async ({ name, situations, row, isFirst }) => {
    const route = byName.get(name);
    if (!route) throw new Error(`No route ${name}`);
    const checked = situations.filter((_, place) => isChecked(isFirst, 'viewer', place));
    for (const [number, role] of SCOPE_OF_READERS.entries()) {
      const token = premises.keys.read[number] ?? '';
      for (const situation of checked) {
        const path = await premises.pathTo(route, situation, role);
        const answer = outcome(await guard.call(`${route.method} ${path}`, { token }));
        const policy = row[ROLES.indexOf(role)] ?? '';
        // A key needs no permission: it also reads what a viewer may not read.
        const readable = policy.startsWith('403') ? row[ROLES.indexOf('tenant_admin')] : policy;
        const expected = readable?.split(' ')[situations.indexOf(situation)];
        expect([role, situation, answer]).toEqual([role, situation, expected]);
      }
    }
  },
);

const closed = routes
  .filter(({ access }) => access !== 'anyone')
  .flatMap((route) =>
    KEY_ACCESS.filter((it) => !TAKE_KEYS[it].includes(route.name)).map(
      (access): [KeyAccess, string, Route] => [access, route.name, route],
    ),
  );

test.each(closed)(
  'An API key with %s access gets 403 on the route %s, whether or not the target exists',
  async (access, name, route) => {
    const isFirst = targeted.some(([, { name: first }]) => first === name);
    const kind = kindNamedBy(route);
    const situations = kind === undefined ? ['own tenant'] : SITUATIONS_OF[kind];
    for (const situation of isFirst ? situations : situations.slice(-1)) {
      const path = await premises.pathTo(route, situation, 'tenant_master');
      for (const token of isFirst ? premises.keys[access] : premises.keys[access].slice(0, 1)) {
        const json = route.request.body ? { json: {} } : {};
        const { status, body } = await guard.call(`${route.method} ${path}`, { token, ...json });
        expect([status, body.code, body.message]).toEqual([403, 'forbidden', ERRORS.forbidden.message]);
      }
    }
  },
);

const AT_SITE = ['assigned site', 'foreign tenant', 'missing'];
const SITUATIONS_OF: Readonly<Record<TargetKind, readonly string[]>> = {
  site: AT_SITE,
  zone: AT_SITE,
  contact: AT_SITE,
  test: AT_SITE,
  device: AT_SITE,
  alert: AT_SITE,
  supervision: AT_SITE,
  user: ['oneself', 'foreign tenant', 'missing'],
  tenant: ['own tenant', 'foreign tenant', 'missing'],
  key: ['own tenant', 'foreign tenant', 'missing'],
  webhook: ['own tenant', 'foreign tenant', 'missing'],
  action_plan: ['own tenant', 'foreign tenant', 'missing'],
  identity_provider: ['own tenant', 'foreign tenant', 'missing'],
  schedule: ['own tenant', 'foreign tenant', 'missing'],
  calendar: ['own tenant', 'foreign tenant', 'missing'],
  notification_rule: ['own tenant', 'foreign tenant', 'missing'],
};

const selfService = routes.filter(({ access }) => access === 'signed_in').map(({ name }) => name);

test('Only the routes that this test lists are open to every signed-in user', () => {
  expect(selfService.sort()).toEqual([
    'begin-totp',
    'confirm-totp',
    'create-channel',
    'delete-channel',
    'disable-totp',
    'end-other-sessions',
    'end-session',
    'get-current-user',
    'get-preferences',
    'get-totp',
    'list-channels',
    'list-own-sessions',
    'logout',
    'refresh-token',
    'test-channel',
    'update-current-user',
    'update-preferences',
    'verify-channel',
  ]);
});

const KEYS_OF_BROWSER = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };

test.each(ROLES)(
  'A %s may call every route that is open to signed-in users, but only for their own sessions and channels',
  async (role) => {
    const { tokens } = premises;
    const session = (token: string) => `/api/v1/auth/sessions/${Number.parseInt(token, 10)}`;
    const call = async (request: string, json?: object) =>
      (await guard.call(request, { token: tokens[role], ...(json ? { json } : {}) })).status;
    expect(await call('GET /api/v1/auth/me')).toBe(200);
    expect(await call('PATCH /api/v1/auth/me', { name: role })).toBe(200);
    expect(await call('PATCH /api/v1/auth/me/preferences', { language: 'de' })).toBe(200);
    expect(await call('GET /api/v1/auth/me/preferences')).toBe(200);
    expect(await call('GET /api/v1/auth/sessions')).toBe(200);
    for (const other of ROLES.filter((it) => it !== role)) {
      expect(await call(`DELETE ${session(tokens[other])}`)).toBe(404);
    }
    const channels = '/api/v1/auth/me/channels';
    const subscription = { endpoint: `https://push.example.com/${role}`, keys: KEYS_OF_BROWSER };
    expect(await call(`POST ${channels}`, { kind: 'push', subscription })).toBe(201);
    for (const other of ROLES.filter((it) => it !== role)) {
      const { body } = await guard.call(`GET ${channels}`, { token: tokens[other] });
      for (const { id } of body.data) {
        expect(await call(`DELETE ${channels}/${id}`)).toBe(404);
        expect(await call(`POST ${channels}/${id}/test`)).toBe(404);
        expect(await call(`POST ${channels}/${id}/verify`, { code: '123456' })).toBe(404);
      }
    }
    expect(await call('DELETE /api/v1/auth/sessions')).toBe(204);
    for (const each of ROLES) {
      expect((await guard.call('GET /api/v1/auth/me', { token: tokens[each] })).status).toBe(200);
    }
  },
);

test('No list of the API contains an entity outside the caller’s scope', async () => {
  for (const resource of ['sites', 'devices', 'alerts', 'users']) {
    for (const role of ROLES.filter((other) => other !== 'platform_admin')) {
      const { body } = await guard.call(`GET /api/v1/${resource}?limit=100`, {
        token: premises.tokens[role],
      });
      expect(body.data.length).toBeGreaterThan(0);
      for (const { tenant_id } of body.data) expect(tenant_id).toBe(premises.tenantId);
    }
  }
});
