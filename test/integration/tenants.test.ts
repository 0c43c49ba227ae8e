import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { repetitions } from '../support/repetitions.ts';

const PASSWORD = 'a-long-enough-password';

let guard: TestGuard;
let platform: string;
beforeAll(async () => {
  guard = await startGuard();
  platform = await guard.signIn('platform@guard.test');
});
afterAll(() => guard.stop());

let count = 0;
const newEmail = () => `master-${++count}@umbrella.test`;
const call = (request: string, json?: unknown, token = platform) =>
  guard.call(request, { token, ...(json === undefined ? {} : { json }) });
const login = (email: string) =>
  guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } });

async function newTenant() {
  const email = newEmail();
  const answer = await call('POST /api/v1/tenants', {
    name: 'Umbrella',
    master: { name: 'Master', email, password: PASSWORD },
  });
  const { token, user } = (await login(email)).body;
  return { id: answer.body.id, email, token, userId: user.id };
}

describe('POST /api/v1/tenants', () => {
  test('A tenant is created with its first master, who can sign in', async () => {
    const email = newEmail();
    const answer = await call('POST /api/v1/tenants', {
      name: ' Umbrella ',
      master: { name: 'Alice', email, password: PASSWORD },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ name: 'Umbrella', status: 'active' });
    expect(Object.keys(answer.body)).toEqual([
      'id',
      'name',
      'status',
      'requests_per_minute',
      'time_zone',
      'reminders',
      'created_at',
      'updated_at',
    ]);
    expect(answer.headers.get('location')).toBe(`${guard.url}/api/v1/tenants/${answer.body.id}`);
    const { user } = (await login(email)).body;
    expect(user).toMatchObject({ role: 'tenant_master', tenant_id: answer.body.id });
    expect(user.id).not.toBe(answer.body.id);
  });

  test('If the master’s e-mail address is taken, creating a tenant creates neither the tenant nor the master', async () => {
    const before = (await call('GET /api/v1/tenants?limit=100')).body.data.length;
    const answer = await call('POST /api/v1/tenants', {
      name: 'Copy',
      master: { name: 'x', email: 'master@acme.test', password: PASSWORD },
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken']);
    expect((await call('GET /api/v1/tenants?limit=100')).body.data).toHaveLength(before);
  });

  test.each<[string, unknown, string[]]>([
    ['no name', {}, ['name']],
    ['half a master', { name: 'x', master: { name: 'y' } }, ['master.email', 'master.password']],
    [
      'a master with a role',
      { name: 'x', master: { name: 'y', email: 'y@z.test', password: PASSWORD, role: 'x' } },
      ['master.role'],
    ],
  ])('Creating a tenant answers 422 to %s', async (_, json, fields) => {
    const answer = await call('POST /api/v1/tenants', json);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });
});

describe('GET /api/v1/tenants', () => {
  test('The tenant list shows every tenant, newest first, in pages', async () => {
    await newTenant();
    const all = (await call('GET /api/v1/tenants?limit=100')).body.data;
    expect(all.at(-1).name).toBe('Guard platform');
    const first = (await call('GET /api/v1/tenants?limit=2')).body;
    expect(first.data).toEqual(all.slice(0, 2));
    const second = (await call(`GET /api/v1/tenants?limit=2&cursor=${first.meta.next_cursor}`)).body;
    expect(second.data).toEqual(all.slice(2, 4));
  });
});

describe('PATCH /api/v1/tenants/{tenant_id}', () => {
  test('Deactivating a tenant ends its users’ access at once, and activating it restores the access', async () => {
    const tenant = await newTenant();
    const me = () => call('GET /api/v1/auth/me', undefined, tenant.token);
    expect((await me()).status).toBe(200);
    expect((await call(`PATCH /api/v1/tenants/${tenant.id}`, { status: 'inactive' })).status).toBe(200);
    expect((await me()).status).toBe(401);
    const refused = await login(tenant.email);
    expect([refused.status, refused.body.code]).toEqual([403, 'account_not_active']);
    expect((await call(`PATCH /api/v1/tenants/${tenant.id}`, { status: 'active' })).status).toBe(200);
    expect((await login(tenant.email)).status).toBe(200);
  });

  test('A platform admin cannot deactivate their own tenant', async () => {
    const { tenant_id } = (await call('GET /api/v1/auth/me')).body;
    const answer = await call(`PATCH /api/v1/tenants/${tenant_id}`, { status: 'inactive' });
    expect([answer.status, answer.body.code]).toEqual([403, 'own_tenant_protected']);
    expect((await call(`PATCH /api/v1/tenants/${tenant_id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await call(`DELETE /api/v1/tenants/${tenant_id}`)).status).toBe(403);
  });
});

describe('the time zone of a tenant', () => {
  test('A master sets the time zone of their own tenant, removes it, and changes nothing else of it', async () => {
    const { id, token } = await newTenant();
    const set = (json: object) => call(`PATCH /api/v1/tenants/${id}`, json, token);
    const read = async () =>
      (await call('GET /api/v1/auth/me/preferences', undefined, token)).body.tenant_time_zone;
    expect(await read()).toBeNull();
    expect((await set({ time_zone: 'asia/kolkata' })).body.time_zone).toBe('Asia/Kolkata');
    expect(await read()).toBe('Asia/Kolkata');
    for (const json of [
      { name: 'Other' },
      { status: 'active' },
      { time_zone: 'UTC', requests_per_minute: 9 },
    ]) {
      const { status, body } = await set(json);
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
    expect((await set({ time_zone: 'IST' })).body.errors).toHaveProperty('time_zone');
    expect((await call(`GET /api/v1/tenants/${id}`)).body).toMatchObject({
      name: 'Umbrella',
      time_zone: 'Asia/Kolkata',
    });
    expect((await set({ time_zone: null })).body.time_zone).toBeNull();
    const other = await newTenant();
    expect((await call(`PATCH /api/v1/tenants/${other.id}`, { time_zone: 'UTC' }, token)).status).toBe(404);
  });

  test('A change of the time zone is refused if somebody else has changed the tenant meanwhile', async () => {
    const { id, token } = await newTenant();
    const read = await call(`GET /api/v1/tenants/${id}`);
    const change = (time_zone: string) =>
      guard.call(`PATCH /api/v1/tenants/${id}`, {
        token,
        json: { time_zone },
        headers: { 'If-Match': String(read.headers.get('etag')) },
      });
    expect((await change('Europe/Lisbon')).status).toBe(200);
    expect((await change('Europe/Madrid')).status).toBe(412);
  });

  test('A platform admin creates a tenant with a time zone', async () => {
    const { body } = await call('POST /api/v1/tenants', { name: 'Zoned', time_zone: 'Australia/Lord_Howe' });
    expect((await call(`GET /api/v1/tenants/${body.id}`)).body.time_zone).toBe('Australia/Lord_Howe');
  });
});

describe('DELETE /api/v1/tenants/{tenant_id}', () => {
  test('An empty tenant can be deleted', async () => {
    const { body: tenant } = await call('POST /api/v1/tenants', { name: 'Empty' });
    expect((await call(`DELETE /api/v1/tenants/${tenant.id}`)).status).toBe(204);
    expect((await call(`GET /api/v1/tenants/${tenant.id}`)).status).toBe(404);
  });

  test('A tenant that has a user or a site cannot be deleted until they are deleted', async () => {
    const tenant = await newTenant();
    const refused = async () => {
      const answer = await call(`DELETE /api/v1/tenants/${tenant.id}`);
      expect([answer.status, answer.body.code]).toEqual([409, 'tenant_not_empty']);
    };
    await refused();
    const { body: site } = await call(`POST /api/v1/sites?tenant_id=${tenant.id}`, { name: 'Site' });
    expect((await call(`DELETE /api/v1/users/${tenant.userId}`)).status).toBe(409);
    await call(`PATCH /api/v1/tenants/${tenant.id}`, { status: 'inactive' });
    expect((await call(`DELETE /api/v1/users/${tenant.userId}`)).status).toBe(204);
    await refused();
    expect((await call(`DELETE /api/v1/sites/${site.id}`)).status).toBe(204);
    expect((await call(`DELETE /api/v1/tenants/${tenant.id}`)).status).toBe(204);
  });

  test('A tenant with alerts cannot be deleted', async () => {
    const { body: tenant } = await call('POST /api/v1/tenants', { name: 'Alerted' });
    const { body: site } = await call(`POST /api/v1/sites?tenant_id=${tenant.id}`, { name: 'Site' });
    const alert = { site_id: site.id, type: 'fire', severity: 'low', message: 'x' };
    expect((await call(`POST /api/v1/alerts?tenant_id=${tenant.id}`, alert)).status).toBe(201);
    expect((await call(`DELETE /api/v1/sites/${site.id}`)).status).toBe(204);
    expect((await call(`DELETE /api/v1/tenants/${tenant.id}`)).status).toBe(409);
  });

  test('Either deleting a tenant or creating a user or site in it succeeds, never both', async () => {
    let created = 0;
    for (let round = 0; round < repetitions({ few: 16, many: 50 }); round++) {
      const { body: tenant } = await call('POST /api/v1/tenants', { name: 'Raced' });
      const createChild = () =>
        round % 2
          ? call(`POST /api/v1/sites?tenant_id=${tenant.id}`, { name: 'Site' })
          : call(`POST /api/v1/users?tenant_id=${tenant.id}`, {
              name: 'x',
              email: newEmail(),
              role: 'viewer',
              password_login_enabled: false,
            });
      // The deletion reads more before it writes, so creations start up to three requests later.
      const deletion = call(`DELETE /api/v1/tenants/${tenant.id}`);
      for (let behind = Math.floor(round / 2) % 4; behind > 0; behind--) await call('GET /api/v1/auth/me');
      const [deleted, creation] = await Promise.all([deletion, createChild()]);
      expect([
        [204, 404],
        [409, 201],
      ]).toContainEqual([deleted.status, creation.status]);
      created += Number(creation.status === 201);
    }
    expect(created).toBeGreaterThan(0);
    expect(created).toBeLessThan(100);
  });
});

test('The table is consistent after all tests of tenants', async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
});
