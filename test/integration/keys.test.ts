import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallAs, type Caller, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { playRounds, race } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

let guard: TestGuard;
let as: CallAs;
/** Sites: two of Acme, one of Globex. */
let sites: Record<'one' | 'other' | 'foreign', string>;
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  const [one, other] = await listAll(as, 'master', '/api/v1/sites');
  const [foreign] = await listAll(as, 'globex', '/api/v1/sites');
  sites = { one: one.id, other: other.id, foreign: foreign.id };
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});

const create = (json: object = {}, caller: Caller = 'master', query = '') =>
  as(caller, `POST /api/v1/keys${query}`, { json: { name: 'Gateway', ...json } });
const newKey = async (json: object = {}) => {
  const answer = await create(json);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};
const newSite = async () => (await as('master', 'POST /api/v1/sites', { json: { name: 'Site' } })).body.id;
const newDevice = async (siteId: string) =>
  (await as('master', `POST /api/v1/sites/${siteId}/devices`, { json: { name: 'x', type: 'camera' } })).body
    .id;
const read = async (id: string, caller: Caller = 'master') =>
  (await as(caller, `GET /api/v1/keys/${id}`)).body;

/** The status of a key at a route without keys: 403 if the key is accepted, otherwise 401. */
const present = async (key: string) => {
  const { status, body } = await guard.call('GET /api/v1/auth/me', { token: key });
  return `${status} ${body.code}`;
};
const ACCEPTED = '403 forbidden';
const REFUSED = '401 unauthenticated';

/** The reason in the log for the last rejection. */
const lastReason = () => {
  const lines = guard
    .log()
    .split('\n')
    .filter((line) => line.includes('Token refused'));
  return JSON.parse(lines.at(-1) ?? '{}').reason;
};

describe('POST /api/v1/keys', () => {
  test('Only the response that creates an API key contains its plain text; a later read has the same ETag', async () => {
    const answer = await create({ site_id: sites.one, expires_at: '2026-12-01T00:00:00Z' });
    expect(answer.status).toBe(201);
    const { key: plainText, ...key } = answer.body;
    expect(plainText).toMatch(/^[1-9][0-9]*\|guard_k_[0-9A-Za-z]{99}$/);
    expect(key).toEqual({
      id: expect.any(String),
      tenant_id: expect.any(String),
      name: 'Gateway',
      access: 'report',
      site_id: sites.one,
      device_id: null,
      expires_at: '2026-12-01T00:00:00.000+00:00',
      last_used_at: null,
      created_at: '2026-11-20T12:00:30.000+00:00',
      updated_at: '2026-11-20T12:00:30.000+00:00',
    });
    expect(answer.headers.get('location')).toBe(`${guard.url}/api/v1/keys/${key.id}`);
    const shown = await as('master', `GET /api/v1/keys/${key.id}`);
    expect([shown.body, shown.headers.get('etag')]).toEqual([key, answer.headers.get('etag')]);
    const listed = await listAll(as, 'master', '/api/v1/keys');
    expect(listed).toContainEqual(key);
  });

  test('Only a hash of an API key is stored, and no index contains it', async () => {
    const { key: plainText, id } = await newKey();
    const items = await readAll(guard.table);
    expect(JSON.stringify(items)).not.toContain(plainText.split('guard_k_')[1]);
    const item = items.find(({ sk }) => sk === `KEY#${id}`);
    expect(Object.keys(item.credentials).sort()).toEqual(['number', 'secret_hash']);
    expect(JSON.stringify(item.data)).not.toContain(item.credentials.secret_hash);
  });

  test.each<[string, () => object | Promise<object>, string[]]>([
    ['no name', () => ({ name: undefined }), ['name']],
    ['a blank name', () => ({ name: ' ' }), ['name']],
    [
      'fields that only Guard sets',
      () => ({ key: 'x', last_used_at: null, tenant_id: MISSING_ID }),
      ['key', 'last_used_at', 'tenant_id'],
    ],
    [
      'both a site and a device',
      async () => ({ site_id: sites.one, device_id: await newDevice(sites.one) }),
      ['device_id'],
    ],
    ['an unknown access', () => ({ access: 'write' }), ['access']],
    [
      'a device for a key with read access',
      async () => ({ access: 'read', device_id: await newDevice(sites.one) }),
      ['device_id'],
    ],
    ['a missing site', () => ({ site_id: MISSING_ID }), ['site_id']],
    ['a site of another tenant', () => ({ site_id: sites.foreign }), ['site_id']],
    ['a missing device', () => ({ device_id: MISSING_ID }), ['device_id']],
    ['a site’s id as device_id', () => ({ device_id: sites.one }), ['device_id']],
    ['an expiry that is now', () => ({ expires_at: '2026-11-20T12:00:30Z' }), ['expires_at']],
    ['an expiry that is no time', () => ({ expires_at: 'never' }), ['expires_at']],
  ])('Creating an API key answers 422 to %s', async (_, json, fields) => {
    const answer = await create(await json());
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([422, fields.sort()]);
  });

  test('A platform admin must name the tenant of a new API key, and can then read the key', async () => {
    const tenantId = (await as('globex', 'GET /api/v1/auth/me')).body.tenant_id;
    expect((await create({}, 'platform')).status).toBe(422);
    const { status, body } = await create({ site_id: sites.foreign }, 'platform', `?tenant_id=${tenantId}`);
    expect([status, body.tenant_id]).toEqual([201, tenantId]);
    expect((await read(body.id, 'platform')).site_id).toBe(sites.foreign);
    expect((await as('master', `GET /api/v1/keys/${body.id}`)).status).toBe(404);
    expect((await create({}, 'platform', `?tenant_id=${MISSING_ID}`)).status).toBe(404);
    expect((await as('platform', `DELETE /api/v1/keys/${body.id}`)).status).toBe(204);
  });
});

describe('GET /api/v1/keys', () => {
  test('The list of API keys shows the keys of a tenant newest first, or those of all tenants to a platform admin', async () => {
    const ids: string[] = [];
    for (let place = 0; place < 5; place++) {
      guard.clock.advance(1);
      ids.unshift((await newKey()).id);
    }
    const listed = (await listAll(as, 'master', '/api/v1/keys?limit=2')).map(({ id }) => id);
    expect(listed.slice(0, 5)).toEqual(ids);
    const all = (await listAll(as, 'platform', '/api/v1/keys?limit=3')).map(({ id }) => id);
    expect(all.slice(0, 5)).toEqual(ids);
    expect(await listAll(as, 'globex', '/api/v1/keys')).toEqual([]);
  });
});

describe('PATCH and DELETE /api/v1/keys/{key_id}', () => {
  test('A PATCH of an API key changes the name only', async () => {
    const { key: plainText, ...key } = await newKey();
    guard.clock.advance(1000);
    const renamed = await as('master', `PATCH /api/v1/keys/${key.id}`, { json: { name: ' Pier ' } });
    expect(renamed.body).toEqual({ ...key, name: 'Pier', updated_at: renamed.body.updated_at });
    expect(await read(key.id)).toEqual(renamed.body);
    expect(await present(plainText)).toBe(ACCEPTED);
    for (const json of [
      {},
      { site_id: sites.one },
      { expires_at: null },
      { name: null },
      { access: 'read' },
    ]) {
      expect((await as('master', `PATCH /api/v1/keys/${key.id}`, { json })).status).toBe(422);
    }
  });

  test('Renaming an API key keeps its last use and its credentials', async () => {
    const { key: plainText, id } = await newKey();
    await present(plainText);
    const etag = (await as('master', `GET /api/v1/keys/${id}`)).headers.get('etag') ?? '';
    const headers = { 'If-Match': etag };
    const renamed = await as('master', `PATCH /api/v1/keys/${id}`, { json: { name: 'Pier' }, headers });
    expect([renamed.status, renamed.body.last_used_at]).toEqual([200, (await read(id)).last_used_at]);
    expect(renamed.body.last_used_at).not.toBeNull();
    expect(await present(plainText)).toBe(ACCEPTED);
    const again = await as('master', `DELETE /api/v1/keys/${id}`, { headers });
    expect(again.status).toBe(412);
  });

  test('A revoked API key is rejected from the next request on, and cannot be revoked again', async () => {
    const { key: plainText, id } = await newKey();
    expect(await present(plainText)).toBe(ACCEPTED);
    expect((await as('master', `DELETE /api/v1/keys/${id}`)).status).toBe(204);
    expect([await present(plainText), lastReason()]).toEqual([REFUSED, 'key_not_found']);
    expect((await as('master', `DELETE /api/v1/keys/${id}`)).status).toBe(404);
    expect((await listAll(as, 'master', '/api/v1/keys')).map((key) => key.id)).not.toContain(id);
  });

  test('A request that uses an API key while it is revoked does not restore the key', async () => {
    await playRounds(repetitions({ few: 6, many: 60 }), async (round) => {
      const { key: plainText, id } = await newKey();
      const [, revoked] = await race(
        round,
        () => present(plainText),
        () => as('master', `DELETE /api/v1/keys/${id}`),
      );
      expect(revoked.status).toBe(204);
      expect(await present(plainText)).toBe(REFUSED);
    });
    const left = (await readAll(guard.table)).filter(({ sk, data }) => sk.startsWith('KEY#') && !data);
    expect(left).toEqual([]);
  });
});

describe('the keys of a device, for a tenant admin', () => {
  test('A tenant admin creates a key of a device, lists and reads it, cannot rename it, and revokes it', async () => {
    const device_id = await newDevice(sites.one);
    await newKey({ device_id: await newDevice(sites.one) });
    const { status, body } = await create({ device_id }, 'admin');
    const { key: plainText, ...key } = body;
    expect([status, key.access, key.device_id]).toEqual([201, 'report', device_id]);
    expect(await present(plainText)).toBe(ACCEPTED);
    expect((await listAll(as, 'admin', `/api/v1/keys?device_id=${device_id}`)).map(({ id }) => id)).toEqual([
      key.id,
    ]);
    expect((await read(key.id, 'admin')).id).toBe(key.id);
    const renamed = await as('admin', `PATCH /api/v1/keys/${key.id}`, { json: { name: 'Pier' } });
    expect(renamed.status).toBe(403);
    expect((await as('admin', `DELETE /api/v1/keys/${key.id}`)).status).toBe(204);
    expect(await present(plainText)).toBe(REFUSED);
  });

  test.each<[string, () => object | Promise<object>]>([
    ['the whole tenant', () => ({})],
    ['a site', () => ({ site_id: sites.one })],
    ['a key that reads a site', () => ({ access: 'read', site_id: sites.one })],
    ['a key that reads the tenant', () => ({ access: 'read' })],
    ['a screen on a wall', () => ({ access: 'wall', expires_at: '2026-12-01T00:00:00Z' })],
  ])('A tenant admin gets 403 for a wider key than that of a device: %s', async (_, json) => {
    expect((await create(await json(), 'admin')).status).toBe(403);
    const { id } = await newKey(await json());
    for (const request of [`GET /api/v1/keys/${id}`, `DELETE /api/v1/keys/${id}`]) {
      expect((await as('admin', request)).status).toBe(403);
    }
  });

  test('A tenant admin gets 422 for a key of a device that reads, names a site too, or belongs to another tenant', async () => {
    const device_id = await newDevice(sites.one);
    const json = { name: 'x', type: 'camera' };
    const foreign = (await as('globex', `POST /api/v1/sites/${sites.foreign}/devices`, { json })).body.id;
    for (const wrong of [
      { device_id, access: 'read' },
      { device_id, access: 'wall', expires_at: '2026-12-01T00:00:00Z' },
      { device_id, site_id: sites.one },
      { device_id: foreign },
      { device_id: MISSING_ID },
    ]) {
      const { status, body } = await create(wrong, 'admin');
      expect([status, Object.keys(body.errors)]).toEqual([422, ['device_id']]);
    }
    expect(await listAll(as, 'admin', `/api/v1/keys?device_id=${foreign}`)).toEqual([]);
  });

  test('A tenant admin lists keys of one device only, and another tenant’s key of a device does not exist', async () => {
    expect((await as('admin', 'GET /api/v1/keys')).status).toBe(403);
    const json = { name: 'x', type: 'camera' };
    const device_id = (await as('globex', `POST /api/v1/sites/${sites.foreign}/devices`, { json })).body.id;
    const { id } = (await create({ device_id }, 'globex')).body;
    for (const request of [`GET /api/v1/keys/${id}`, `DELETE /api/v1/keys/${id}`]) {
      expect((await as('admin', request)).status).toBe(404);
    }
    expect((await as('globex', `DELETE /api/v1/keys/${id}`)).status).toBe(204);
  });

  test('Operators and viewers, and keys themselves, make no key of a device', async () => {
    const device_id = await newDevice(sites.one);
    const { id } = await newKey({ device_id });
    const token = (await newKey({ access: 'read' })).key;
    for (const caller of ['operator', 'viewer'] as const) {
      expect((await create({ device_id }, caller)).status).toBe(403);
      for (const request of [
        `GET /api/v1/keys?device_id=${device_id}`,
        `GET /api/v1/keys/${id}`,
        `DELETE /api/v1/keys/${id}`,
      ]) {
        expect((await as(caller, request)).status).toBe(403);
      }
    }
    const answer = await guard.call('POST /api/v1/keys', { token, json: { name: 'x', device_id } });
    expect(answer.status).toBe(403);
  });
});

describe('a key that reads', () => {
  const reading =
    (key: string) =>
    (path: string, headers: Record<string, string> = {}) =>
      guard.call(`GET /api/v1/${path}`, { token: key, headers });

  test('An API key with read access sees its tenant or site as users do, and is listed with its access', async () => {
    const alertAt = async (site_id: string) => {
      const json = { site_id, type: 'panic', severity: 'low', message: 'x' };
      return (await as('master', 'POST /api/v1/alerts', { json })).body;
    };
    const [here, elsewhere] = [await alertAt(sites.one), await alertAt(sites.other)];
    const whole = reading((await newKey({ access: 'read' })).key);
    const { key, ...bound } = await newKey({ access: 'read', site_id: sites.one });
    const atSite = reading(key);
    expect([bound.access, (await read(bound.id)).access]).toEqual(['read', 'read']);
    for (const path of ['sites', 'devices', 'alerts?status=active']) {
      const { data } = (await as('master', `GET /api/v1/${path}`)).body;
      // Keys read no instructions of sites.
      const shown = data.map((it: object) => ('instructions' in it ? { ...it, instructions: null } : it));
      expect((await whole(path)).body.data).toEqual(shown);
    }
    expect((await whole('alerts/summary')).body).toEqual(
      (await as('master', 'GET /api/v1/alerts/summary')).body,
    );
    expect((await atSite('sites')).body.data.map(({ id }: { id: string }) => id)).toEqual([sites.one]);
    expect((await atSite('alerts')).body.data.map(({ id }: { id: string }) => id)).toEqual([here.id]);
    const single = `alerts/${here.id}?include=history`;
    expect((await atSite(single)).body).toEqual((await as('master', `GET /api/v1/${single}`)).body);
    const { status } = await atSite(`alerts/${elsewhere.id}?include=history`);
    expect([status, (await whole(`alerts/${elsewhere.id}`)).status]).toEqual([404, 200]);
  });

  test('An API key with read access pages through lists with cursors that no other caller can use, and gets 304 for an unchanged entity', async () => {
    const whole = reading((await newKey({ access: 'read' })).key);
    const { links } = (await whole('sites?limit=1')).body;
    const next = new URL(links.next);
    const second = await whole(`sites${next.search}`);
    expect([second.status, second.body.data.length]).toEqual([200, 1]);
    expect((await as('master', `GET /api/v1/sites${next.search}`)).status).toBe(422);
    const etag = (await whole(`sites/${sites.one}`)).headers.get('etag') ?? '';
    expect((await whole(`sites/${sites.one}`, { 'If-None-Match': etag })).status).toBe(304);
  });

  test('No request accepts an API key with read access after its revocation, whatever ran at the same time', async () => {
    await playRounds(repetitions({ few: 6, many: 60 }), async (round) => {
      const { key, id } = await newKey({ access: 'read', site_id: sites.one });
      const [during, revoked] = await race(
        round,
        () => reading(key)('alerts'),
        () => as('master', `DELETE /api/v1/keys/${id}`),
      );
      expect([200, 401]).toContain(during.status);
      expect([revoked.status, (await reading(key)('alerts')).status]).toEqual([204, 401]);
    });
  });
});

describe('a key of a wall', () => {
  const DAY = 86_400_000;
  const inDays = (days: number) => new Date(guard.clock.now.getTime() + days * DAY).toISOString();

  test('An API key with the access wall needs an expiry of at most 366 days, and is not bound to a device', async () => {
    const errors = async (json: object) => {
      const { status, body } = await create({ access: 'wall', ...json });
      return [status, body.errors];
    };
    const wrong = (rule: string) => [422, { expires_at: [`The expires_at field ${rule}.`] }];
    expect(await errors({})).toEqual(wrong('is required for a key with the access wall'));
    expect(await errors({ expires_at: inDays(-1) })).toEqual(wrong('must be in the future'));
    const tooLate = wrong('must be at most 366 days ahead for a key with the access wall');
    expect(await errors({ expires_at: inDays(366 + 1 / DAY) })).toEqual(tooLate);
    const expires_at = inDays(366);
    expect((await errors({ device_id: await newDevice(sites.one), expires_at }))[1]).toHaveProperty(
      'device_id',
    );
    expect((await errors({ expires_at }))[0]).toBe(201);
    expect((await create({ access: 'wall', expires_at }, 'admin')).status).toBe(403);
  });

  test('An API key with the access wall reads the overview without people, and nothing else', async () => {
    const { key, ...listed } = await newKey({ access: 'wall', site_id: sites.one, expires_at: inDays(30) });
    expect((await read(listed.id)).access).toBe('wall');
    const { data } = (await as('platform', 'GET /api/v1/keys')).body;
    expect(data.find((it: { id: string }) => it.id === listed.id).access).toBe('wall');
    const call = (request: string) => guard.call(request, { token: key });
    const { status, body } = await call('GET /api/v1/overview');
    expect([status, body.sites.total, body.on_call, body.uncovered, body.at_the_desk]).toEqual([
      200,
      1,
      null,
      null,
      null,
    ]);
    for (const path of ['sites', 'alerts', 'alerts/summary', 'devices', `sites/${sites.one}`]) {
      expect([path, (await call(`GET /api/v1/${path}`)).status]).toEqual([path, 403]);
    }
    expect(
      (await as('master', `PATCH /api/v1/keys/${listed.id}`, { json: { name: 'Hall' } })).body,
    ).toMatchObject({ name: 'Hall', access: 'wall' });
    expect((await as('master', `DELETE /api/v1/keys/${listed.id}`)).status).toBe(204);
    expect((await call('GET /api/v1/overview')).status).toBe(401);
  });

  test('A release without walls sees an API key with the access wall as one that reads', async () => {
    const { id } = await newKey({ access: 'wall', expires_at: inDays(30) });
    const items = (await readAll(guard.table)).filter((it) => it.sk === `KEY#${id}`);
    expect(items.map(({ data }) => data.access)).toEqual(['read']);
  });
});

describe('when a key stops working', () => {
  test('An API key stops working at the millisecond of its expiry', async () => {
    const expires_at = new Date(guard.clock.now.getTime() + 5_000).toISOString();
    const { key } = await newKey({ expires_at });
    guard.clock.advance(4_999);
    expect(await present(key)).toBe(ACCEPTED);
    guard.clock.advance(1);
    expect([await present(key), lastReason()]).toEqual([REFUSED, 'key_expired']);
  });

  test('An API key does not work while its tenant is inactive', async () => {
    const tenant = (await as('platform', 'POST /api/v1/tenants', { json: { name: 'Initech' } })).body;
    const { key, id } = (await create({}, 'platform', `?tenant_id=${tenant.id}`)).body;
    const set = (status: string) =>
      as('platform', `PATCH /api/v1/tenants/${tenant.id}`, { json: { status } });
    expect(await present(key)).toBe(ACCEPTED);
    await set('inactive');
    expect([await present(key), lastReason()]).toEqual([REFUSED, 'tenant_not_active']);
    await set('active');
    expect(await present(key)).toBe(ACCEPTED);
    await as('platform', `DELETE /api/v1/keys/${id}`);
  });

  test('A site-bound API key stops working when its site is deleted', async () => {
    const site_id = await newSite();
    const { key } = await newKey({ site_id });
    expect(await present(key)).toBe(ACCEPTED);
    await as('master', `DELETE /api/v1/sites/${site_id}`);
    expect([await present(key), lastReason()]).toEqual([REFUSED, 'site_not_found']);
  });

  test('A device-bound API key stops working when its device is deleted, but not when the device is offline or moves', async () => {
    const device_id = await newDevice(sites.one);
    const { key } = await newKey({ device_id });
    for (const json of [{ heartbeat_seconds: 60 }, { site_id: sites.other }]) {
      await as('master', `PATCH /api/v1/devices/${device_id}`, { json });
      expect(await present(key)).toBe(ACCEPTED);
    }
    await as('master', `DELETE /api/v1/devices/${device_id}`);
    expect([await present(key), lastReason()]).toEqual([REFUSED, 'device_not_found']);
  });
});

test('An API key whose number or prefix was altered is rejected', async () => {
  const { key } = await newKey();
  const [number = '', secret = ''] = key.split('|');
  const other = `${Number(number) === 7 ? 8 : 7}|${secret}`;
  expect([await present(other), lastReason()]).toEqual([REFUSED, 'key_secret_mismatch']);
  const { status } = await guard.call('GET /api/v1/auth/me', { token: key.replace('guard_k_', 'guard_') });
  expect(status).toBe(401);
});

describe('the last use of a key', () => {
  const uses = async (id: string) => (await read(id)).last_used_at;
  const now = () => guard.clock.now.toISOString().replace('Z', '+00:00');

  test('A read of API keys shows when each was last used, updated at most once an hour', async () => {
    const { key, id } = await newKey();
    expect(await uses(id)).toBeNull();
    await present(key);
    const first = now();
    expect(await uses(id)).toBe(first);
    guard.clock.advance(3_599_999);
    await present(key);
    expect(await uses(id)).toBe(first);
    guard.clock.advance(1);
    await present(key);
    expect(await uses(id)).toBe(now());
    for (const caller of ['master', 'platform'] as const) {
      const listed = (await listAll(as, caller, '/api/v1/keys?limit=100')).find((it) => it.id === id);
      expect(listed.last_used_at).toBe(now());
    }
  });

  test('The last use of an API key does not change its revision', async () => {
    const { key, id } = await newKey();
    await present(key);
    const item = (await readAll(guard.table)).find(({ sk }) => sk === `KEY#${id}`);
    expect([item.revision, item.data.updated_at]).toEqual([1, item.data.created_at]);
  });
});

describe('the keys of a tenant', () => {
  const newTenant = async () =>
    (await as('platform', 'POST /api/v1/tenants', { json: { name: 'Going' } })).body.id;
  const createIn = (tenantId: string) => create({}, 'platform', `?tenant_id=${tenantId}`);
  const remove = (tenantId: string) => as('platform', `DELETE /api/v1/tenants/${tenantId}`);

  test('A tenant with API keys can be deleted only after they are revoked', async () => {
    const tenantId = await newTenant();
    const { id } = (await createIn(tenantId)).body;
    const refused = await remove(tenantId);
    expect([refused.status, refused.body.code]).toEqual([409, 'tenant_not_empty']);
    await as('platform', `DELETE /api/v1/keys/${id}`);
    expect((await remove(tenantId)).status).toBe(204);
  });

  test('Either creating an API key or deleting its tenant succeeds, never both', async () => {
    await playRounds(repetitions({ few: 6, many: 60 }), async (round) => {
      const tenantId = await newTenant();
      const [created, removed] = await race(
        round,
        () => createIn(tenantId),
        () => remove(tenantId),
      );
      const outcome = `${created.status} ${removed.status}`;
      expect(['201 409', '404 204']).toContain(outcome);
    });
  });
});

test('An API key that is created while its site is deleted is never accepted afterwards', async () => {
  await playRounds(repetitions({ few: 6, many: 60 }), async (round) => {
    const site_id = await newSite();
    const [created, removed] = await race(
      round,
      () => create({ site_id }),
      () => as('master', `DELETE /api/v1/sites/${site_id}`),
    );
    expect(removed.status).toBe(204);
    expect([201, 422]).toContain(created.status);
    if (created.status === 201) expect(await present(created.body.key)).toBe(REFUSED);
  });
});

test('The log contains the id of an API key and never its secret', async () => {
  const { key, id } = await newKey();
  await present(key);
  const lines = guard
    .log()
    .split('\n')
    .filter((line) => line.includes(id) && line.includes('"message":"request"'));
  expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({
    key_id: id,
    code: 'forbidden',
    reason: 'key_not_taken',
  });
  expect(guard.log()).not.toContain('guard_k_');
});
