import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallAs, type Caller, listAll, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { repetitions } from '../support/repetitions.ts';

let guard: TestGuard;
let as: CallAs;

beforeAll(async () => {
  guard = await startGuard({ hasDemoAlerts: true });
  as = await signInCallers(guard);
});
afterAll(() => guard.stop());

const post = (caller: Caller, path: string, json?: unknown) =>
  as(caller, `POST ${path}`, { ...(json === undefined ? {} : { json }) });
/** Raises an alert without repairs. */
const raiseStrictly = (json: unknown) =>
  as('master', 'POST /api/v1/alerts', { json, headers: { 'Guard-Strict': '1' } });

/** An alert that the operator may act on, raised for one test. */
async function raise(): Promise<{ id: string; site_id: string; tenant_id: string }> {
  const [site] = (await as('operator', 'GET /api/v1/sites')).body.data;
  const answer = await post('master', '/api/v1/alerts', {
    site_id: site.id,
    type: 'panic',
    severity: 'critical',
    message: 'Panic button pressed 🚨',
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

const FILTERS: readonly [query: string, caller: Caller][] = [
  ['status=active', 'master'],
  ['severity=critical', 'operator'],
  ['type=panic&severity=high', 'operator'],
  ['status=acknowledged,active&severity=high,critical&type=fire,panic', 'platform'],
  ['type=unheard-of,fire,panic', 'operator'],
];

/** Whether an alert matches the filters of a query. */
function matching(query: string) {
  const filters = [...new URLSearchParams(query)];
  return (alert: Record<string, unknown>) =>
    filters.every(([name, values]) => values.split(',').includes(String(alert[name])));
}

describe('GET /api/v1/alerts', () => {
  test('The alert list has the envelope that docs/api-contract.md describes', async () => {
    const { body } = await as('master', 'GET /api/v1/alerts');
    expect(Object.keys(body)).toEqual(['data', 'links', 'meta']);
    expect(body.data).toHaveLength(20);
    expect(body.links).toEqual({ first: null, last: null, prev: null, next: expect.any(String) });
    expect(body.meta).toEqual({
      path: `${guard.url}/api/v1/alerts`,
      per_page: 20,
      next_cursor: expect.any(String),
      prev_cursor: null,
    });
    expect(Object.keys(body.data[0])).toEqual([
      'id',
      'tenant_id',
      'site_id',
      'zone_id',
      'device_id',
      'type',
      'severity',
      'status',
      'message',
      'acknowledged_at',
      'acknowledged_by',
      'resolved_at',
      'resolved_by',
      'created_at',
      'updated_at',
      'version',
      'occurred_at',
      'occurrences',
      'last_occurred_at',
      'dedup_key',
      'raised_by',
      'acknowledged_by_name',
      'resolved_by_name',
      'site_name',
      'zone_name',
      'device_name',
      'resolution',
      'escalation_level',
    ]);
  });

  test('The alert list is ordered newest first, and following its next links returns every alert once', async () => {
    const alerts = await listAll(as, 'master', '/api/v1/alerts?limit=33');
    const ids = alerts.map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(200);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  test('The links of the alert list keep its filters and limit', async () => {
    const { body } = await as('master', 'GET /api/v1/alerts?status=resolved&severity=high&limit=3');
    const next = new URL(body.links.next);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      status: 'resolved',
      severity: 'high',
      limit: '3',
      cursor: body.meta.next_cursor,
    });
  });

  test('The prev links of the alert list lead back to the first page, which has no prev link', async () => {
    const first = (await as('master', 'GET /api/v1/alerts?limit=5')).body;
    const second = (await as('master', `GET /api/v1/alerts?limit=5&cursor=${first.meta.next_cursor}`)).body;
    const back = (await as('master', `GET /api/v1/alerts?limit=5&cursor=${second.meta.prev_cursor}`)).body;
    expect(back.data).toEqual(first.data);
    expect(back.meta.prev_cursor).toBeNull();
    expect(back.links.prev).toBeNull();
    expect(back.meta.next_cursor).not.toBeNull();
  });

  test('The next link of the alert list is null exactly on the last page, even if that page is full', async () => {
    const all = await listAll(as, 'globex', '/api/v1/alerts?limit=100');
    expect(all).toHaveLength(48);
    const { body } = await as('globex', 'GET /api/v1/alerts?limit=48');
    expect(body.data).toHaveLength(48);
    expect(body.meta.next_cursor).toBeNull();
    expect(body.links.next).toBeNull();
    const shorter = await as('globex', 'GET /api/v1/alerts?limit=47');
    expect(shorter.body.meta.next_cursor).not.toBeNull();
  });

  test.each([
    ['limit=500', 100],
    ['limit=100', 100],
    ['limit=1', 1],
  ])('The alert list with %s has at most %i items', async (query, perPage) => {
    const { body } = await as('master', `GET /api/v1/alerts?${query}`);
    expect(body.meta.per_page).toBe(perPage);
    expect(body.data).toHaveLength(perPage);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=1.5', 'limit'],
    ['status=active,', 'status'],
    ['severity=high,urgent,extreme', 'severity'],
    ['type=fire,Fire', 'type'],
    ['since=2026-11-20', 'since'],
    ['until=2026-11-20T12:00:00', 'until'],
    ['sort=asc', 'sort'],
    ['tenant_id=acme', 'tenant_id'],
    ['cursor=nonsense', 'cursor'],
    [`cursor=${'A'.repeat(201)}`, 'cursor'],
    ['__proto__=1', '__proto__'],
  ])('The alert list answers 422 to %s', async (query, field) => {
    const answer = await as('master', `GET /api/v1/alerts?${query}`);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect(answer.body.code).toBe('validation_failed');
  });

  test('The alert list rejects a repeated query parameter, because API Gateway would pass on only the last value', async () => {
    for (const query of ['limit=5&limit=7', 'status=active&status=acknowledged', 'type=fire&type=fire']) {
      const { status, body } = await as('master', `GET /api/v1/alerts?${query}`);
      const [field = ''] = query.split('=');
      expect([status, body.errors]).toEqual([422, { [field]: [`The ${field} field must be given once.`] }]);
    }
  });

  test.each(FILTERS)(
    'The alert list with %s contains exactly the matching alerts in the scope of the %s',
    async (query, caller) => {
      const all = await listAll(as, caller, '/api/v1/alerts?limit=100');
      const expected = all.filter(matching(query));
      expect(await listAll(as, caller, `/api/v1/alerts?${query}&limit=40`)).toEqual(expected);
      const { site_id } = all[0];
      expect(await listAll(as, caller, `/api/v1/sites/${site_id}/alerts?${query}&limit=4`)).toEqual(
        expected.filter((alert) => alert.site_id === site_id),
      );
    },
  );

  test('The order and repetition of filter values do not change the alert list or its cursors', async () => {
    const ask = async (query: string) => (await as('master', `GET /api/v1/alerts?limit=2&${query}`)).body;
    const one = await ask('status=active,acknowledged');
    const other = await ask('status=acknowledged,active,active');
    expect(other).toEqual(one);
    expect(one.links.next).toContain('status=acknowledged%2Cactive');
    const second = await ask(`status=acknowledged,active&cursor=${one.meta.next_cursor}`);
    expect(second.data).toHaveLength(2);
  });

  test.each<[string, Caller]>([
    ['', 'platform'],
    ['&status=active', 'master'],
    ['&type=fire,panic', 'operator'],
  ])(
    'In the alert list since is inclusive and until exclusive, to the millisecond, with the filter "%s"',
    async (filter, caller) => {
      const all = await listAll(as, caller, `/api/v1/alerts?limit=100${filter}`);
      const times = [...new Set(all.map(({ created_at }) => created_at))];
      const [late, early] = [times.at(2), times.at(-3)];
      const [until, since] = [late, early].map(encodeURIComponent);
      const list = (query: string) => listAll(as, caller, `/api/v1/alerts?limit=100${filter}${query}`);
      expect(await list(`&since=${since}&until=${until}`)).toEqual(
        all.filter(({ created_at }) => created_at < late && created_at >= early),
      );
      expect(await list(`&until=${since}`)).toEqual(all.filter(({ created_at }) => created_at < early));
      expect(await list(`&since=${until}&until=${until}`)).toEqual([]);
    },
  );

  test('The time filters of the alert list accept any UTC offset, and prev links lead back to the first page', async () => {
    const all = await listAll(as, 'master', '/api/v1/alerts?limit=100');
    const time = new Date(all[9].created_at).getTime();
    const since = `${new Date(time + 2 * 3_600_000).toISOString().slice(0, -1)}%2B02:00`;
    const first = await as('master', `GET /api/v1/alerts?limit=4&since=${since}`);
    const follow = async (link: string) => {
      const { body } = await as('master', `GET ${link.slice(guard.url.length)}`);
      return body;
    };
    const second = await follow(first.body.links.next);
    const third = await follow(second.links.next);
    const ids = [first.body, second, third].flatMap(({ data }) => data.map(({ id }: { id: string }) => id));
    expect(ids).toEqual(all.filter(({ created_at }) => Date.parse(created_at) >= time).map(({ id }) => id));
    expect(third.links.next).toBeNull();
    const back = await follow(third.links.prev);
    expect(back.data).toEqual(second.data);
    expect((await follow(back.links.prev)).links.prev).toBeNull();
  });

  test('The alert list rejects a filter with more values than it can merge over the sites, and names the filter', async () => {
    const types = Array.from({ length: 41 }, (_, place) => `type-${place}`).join();
    const answer = await as('master', `GET /api/v1/alerts?type=${types}`);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'too_many_values',
      errors: { type: ['The type field must have fewer values, or the list cover fewer sites.'] },
    });
    const [site] = (await as('master', 'GET /api/v1/sites')).body.data;
    const ofSite = `GET /api/v1/sites/${site.id}/alerts?type=`;
    expect((await as('master', ofSite + types)).status).toBe(200);
    const more = Array.from({ length: 201 }, (_, place) => `type-${place}`).join();
    expect((await as('master', ofSite + more)).body.code).toBe('too_many_values');
  });

  test('An operator’s alert list contains alerts of assigned sites only', async () => {
    const sites = (await as('operator', 'GET /api/v1/sites')).body.data;
    const siteIds = sites.map(({ id }: { id: string }) => id);
    const expected = (await listAll(as, 'master', '/api/v1/alerts?limit=100')).filter(({ site_id }) =>
      siteIds.includes(site_id),
    );
    expect(siteIds).toHaveLength(2);
    expect(await listAll(as, 'operator', '/api/v1/alerts?limit=17')).toEqual(expected);
  });

  test('A platform admin’s alert list contains the alerts of all tenants, or of the tenant in the query', async () => {
    const all = await listAll(as, 'platform', '/api/v1/alerts?limit=100');
    const globex = await listAll(as, 'globex', '/api/v1/alerts?limit=100');
    const tenantId = globex[0].tenant_id;
    expect(new Set(all.map(({ tenant_id }) => tenant_id)).size).toBe(2);
    expect(await listAll(as, 'platform', `/api/v1/alerts?limit=100&tenant_id=${tenantId}`)).toEqual(globex);
  });

  test('An alert list is equally empty if its filter names a foreign or a missing tenant', async () => {
    const [foreign] = await listAll(as, 'globex', '/api/v1/alerts?limit=100');
    const ids = [foreign.tenant_id, '019a0000-0000-7000-8000-000000000000'];
    for (const caller of ['master', 'operator'] as const) {
      const answers = await Promise.all(ids.map((id) => as(caller, `GET /api/v1/alerts?tenant_id=${id}`)));
      expect(answers.map(({ status, body }) => [status, body.data, body.meta.next_cursor])).toEqual([
        [200, [], null],
        [200, [], null],
      ]);
    }
  });

  test('The alert list rejects a cursor of another user, another list or other filters', async () => {
    const cursorOf = async (caller: Caller, path: string) =>
      (await as(caller, `GET ${path}`)).body.meta.next_cursor;
    const cursors = [
      await cursorOf('globex', '/api/v1/alerts'),
      await cursorOf('operator', '/api/v1/alerts'),
      await cursorOf('master', '/api/v1/sites?limit=1'),
      await cursorOf('master', '/api/v1/alerts?status=active'),
    ];
    for (const cursor of cursors) {
      const answer = await as('master', `GET /api/v1/alerts?cursor=${cursor}`);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['cursor']);
    }
  });

  test('The links of the alert list contain the stage in their path', async () => {
    const staged = await startGuard({ stage: 'prod', hasDemoAlerts: true });
    try {
      const token = await staged.signIn('operator@acme.test');
      const { body } = await staged.call('GET /api/v1/alerts', { token });
      expect(body.meta.path).toBe(`${staged.url}/prod/api/v1/alerts`);
      expect((await fetch(body.links.next, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(
        200,
      );
    } finally {
      await staged.stop();
    }
  });
});

describe('GET /api/v1/sites/{site_id}/alerts', () => {
  test('The alert lists of foreign, unassigned and missing sites get the same response', async () => {
    const acme = (await as('master', 'GET /api/v1/sites')).body.data;
    const globex = (await as('globex', 'GET /api/v1/sites')).body.data;
    const assigned = (await as('operator', 'GET /api/v1/sites')).body.data;
    const unassigned = acme.find(
      ({ id }: { id: string }) => !assigned.some((site: { id: string }) => site.id === id),
    );
    const ids = [
      globex[0].id,
      unassigned.id,
      '019a0000-0000-7000-8000-000000000000',
      'nonsense',
      '%00',
      '%E0%A4',
    ];
    for (const id of ids) {
      const answer = await as('operator', `GET /api/v1/sites/${id}/alerts`);
      expect([id, answer.status, answer.body.code]).toEqual([id, 404, 'not_found']);
    }
  });

  test('The alert list of a site works with a percent-encoded site id', async () => {
    const [site] = (await as('operator', 'GET /api/v1/sites')).body.data;
    const encoded = [...site.id].map((c: string) => `%${c.charCodeAt(0).toString(16)}`).join('');
    const answer = await as('operator', `GET /api/v1/sites/${encoded}/alerts`);
    expect(answer.status).toBe(200);
    expect(answer.body.meta.path).toBe(`${guard.url}/api/v1/sites/${site.id}/alerts`);
  });
});

describe('POST /api/v1/alerts', () => {
  test('A newly raised alert is active, comes first in the list, and is at its Location', async () => {
    const [site] = (await as('operator', 'GET /api/v1/sites')).body.data;
    guard.clock.advance(1000);
    const answer = await post('master', '/api/v1/alerts', {
      site_id: site.id,
      type: 'water-leak',
      severity: 'low',
      message: '  Water on the floor 💧 ',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      site_id: site.id,
      zone_id: null,
      device_id: null,
      status: 'active',
      message: 'Water on the floor 💧',
      acknowledged_at: null,
      resolved_by: null,
    });
    const location = answer.headers.get('location');
    expect(location).toBe(`${guard.url}/api/v1/alerts/${answer.body.id}`);
    const read = await as('operator', `GET /api/v1/alerts/${answer.body.id}`);
    expect(read.body).toEqual(answer.body);
    const [newest] = (await as('operator', 'GET /api/v1/alerts?limit=1')).body.data;
    const { metadata, ...listed } = answer.body;
    expect(newest).toEqual(listed);
    expect(metadata).toEqual({});
  });

  test('Raising an alert at a foreign site gets the same 422 as at a missing one', async () => {
    const [foreign] = (await as('globex', 'GET /api/v1/sites')).body.data;
    const alert = { type: 'panic', severity: 'high', message: 'x' };
    const answers = await Promise.all(
      [foreign.id, '019a0000-0000-7000-8000-000000000000'].map((site_id) =>
        post('master', '/api/v1/alerts', { ...alert, site_id }),
      ),
    );
    for (const { status, body } of answers) {
      expect([status, body.errors]).toEqual([
        422,
        { site_id: ['The site_id field must be an existing site.'] },
      ]);
    }
  });

  test('Raising an alert requires a zone and a device of the same site', async () => {
    const raised = (await listAll(as, 'master', '/api/v1/alerts?limit=50')).filter(
      ({ device_id }) => device_id,
    );
    const [withDevice] = raised;
    const elsewhere = raised.find(({ site_id }) => site_id !== withDevice.site_id);
    const { site_id, zone_id, device_id } = withDevice;
    const alert = { type: 'panic', severity: 'high', message: 'x', site_id };
    expect((await post('master', '/api/v1/alerts', { ...alert, zone_id, device_id })).status).toBe(201);
    const refused = await raiseStrictly({
      ...alert,
      zone_id: elsewhere.zone_id,
      device_id: elsewhere.device_id,
    });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(['zone_id', 'device_id']);
  });

  test('A platform admin must name the tenant to raise an alert', async () => {
    const [site] = (await as('globex', 'GET /api/v1/sites')).body.data;
    const alert = { type: 'panic', severity: 'high', message: 'x', site_id: site.id };
    const without = await post('platform', '/api/v1/alerts', alert);
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['tenant_id']]);
    const within = await post('platform', `/api/v1/alerts?tenant_id=${site.tenant_id}`, alert);
    expect([within.status, within.body.tenant_id]).toEqual([201, site.tenant_id]);
    const foreign = await post('master', `/api/v1/alerts?tenant_id=${site.tenant_id}`, alert);
    expect(foreign.status).toBe(404);
  });

  test('Raising an alert answers 422 with every invalid field', async () => {
    const wrong = {
      site_id: 7,
      type: 'fire#active',
      severity: 'urgent',
      message: 'x'.repeat(1001),
      status: 'resolved',
      tenant_id: '019a0000-0000-7000-8000-000000000000',
    };
    const { status, body } = await raiseStrictly(wrong);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, Object.keys(wrong).sort()]);
    const [site] = (await as('master', 'GET /api/v1/sites')).body.data;
    for (const message of ['a\u0000b', '  ']) {
      const json = { site_id: site.id, type: 'panic', severity: 'high', message };
      const answer = await raiseStrictly(json);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['message']]);
    }
  });
});

describe('acknowledge and resolve', () => {
  test('Acknowledging and resolving an alert record the actor and the time once', async () => {
    const alert = await raise();
    const operator = (await as('operator', 'GET /api/v1/auth/me')).body;
    const acknowledged = await post('operator', `/api/v1/alerts/${alert.id}/acknowledge`);
    expect(acknowledged.status).toBe(200);
    expect(acknowledged.body).toMatchObject({ status: 'acknowledged', acknowledged_by: operator.id });
    expect(acknowledged.body.acknowledged_at).toMatch(/\+00:00$/);
    guard.clock.advance(1000);
    const again = await post('master', `/api/v1/alerts/${alert.id}/acknowledge`);
    expect([again.status, again.body]).toEqual([200, acknowledged.body]);

    const resolved = await post('master', `/api/v1/alerts/${alert.id}/resolve`);
    expect(resolved.status).toBe(200);
    expect(resolved.body).toMatchObject({ status: 'resolved', acknowledged_by: operator.id });
    const repeated = await post('operator', `/api/v1/alerts/${alert.id}/resolve`);
    expect([repeated.status, repeated.body]).toEqual([200, resolved.body]);
    const late = await post('operator', `/api/v1/alerts/${alert.id}/acknowledge`);
    expect([late.status, late.body.code]).toEqual([409, 'alert_already_resolved']);
  });

  test('Acknowledging an alert moves it from the active to the acknowledged alert list for every role that sees it', async () => {
    const alert = await raise();
    await post('operator', `/api/v1/alerts/${alert.id}/acknowledge`);
    for (const caller of ['platform', 'master', 'operator'] as const) {
      const newest = async (status: string) =>
        (await as(caller, `GET /api/v1/alerts?status=${status}&limit=100`)).body.data.map(
          ({ id }: { id: string }) => id,
        );
      expect(await newest('active')).not.toContain(alert.id);
      expect(await newest('acknowledged')).toContain(alert.id);
    }
  });

  test('Racing acknowledge requests for an alert record exactly one actor', async () => {
    for (let round = 0; round < repetitions({ few: 3, many: 10 }); round++) {
      const alert = await raise();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, place) =>
          post(place % 2 ? 'operator' : 'master', `/api/v1/alerts/${alert.id}/acknowledge`),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    }
  });

  test('Racing acknowledge and resolve requests for an alert leave it resolved in any order', async () => {
    for (let round = 0; round < repetitions({ few: 3, many: 10 }); round++) {
      const alert = await raise();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, place) =>
          post('operator', `/api/v1/alerts/${alert.id}/${place % 2 ? 'acknowledge' : 'resolve'}`),
        ),
      );
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const { body } = await as('operator', `GET /api/v1/alerts/${alert.id}`);
      expect(body.status).toBe('resolved');
      const resolutions = answers.filter(({ status, body }) => status === 200 && body.status === 'resolved');
      expect(resolutions.every(({ body: { resolved_at } }) => resolved_at === body.resolved_at)).toBe(true);
    }
  });

  test('Acknowledging and resolving an alert reject unknown fields and bodies over 64 KiB', async () => {
    const alert = await raise();
    const other = await post('operator', `/api/v1/alerts/${alert.id}/acknowledge`, { status: 'resolved' });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['status']]);
    expect((await post('operator', `/api/v1/alerts/${alert.id}/resolve`, 'x'.repeat(70_000))).status).toBe(
      413,
    );
  });
});
