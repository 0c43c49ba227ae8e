import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { repetitions } from '../support/repetitions.ts';
import type { Answer, CallOptions } from '../support/send-request.ts';

const PASSWORD = 'a-long-enough-password';

let guard: TestGuard;
let platform: string;
let tenantId: string;
let master: string;
beforeAll(async () => {
  guard = await startGuard();
  platform = await guard.signIn('platform@guard.test');
  ({ tenantId, master } = await newTenant());
});
afterAll(() => guard.stop());

let count = 0;
const newEmail = () => `user-${++count}@initech.test`;

const call = (token: string, request: string, json?: unknown, headers: CallOptions['headers'] = {}) =>
  guard.call(request, { token, headers, ...(json === undefined ? {} : { json }) });

async function signIn(email: string, password = PASSWORD): Promise<Answer> {
  return guard.call('POST /api/v1/auth/login', { json: { email, password } });
}

/** A new tenant with a signed-in master, for tests that would disturb others. */
async function newTenant() {
  const email = newEmail();
  const answer = await call(platform, 'POST /api/v1/tenants', {
    name: 'Initech',
    master: { name: 'First Master', email, password: PASSWORD },
  });
  expect(answer.status).toBe(201);
  const { token, user } = (await signIn(email)).body;
  return { tenantId: answer.body.id, master: token, masterId: user.id };
}

async function newUser(fields: Record<string, unknown> = {}, token = master): Promise<Answer> {
  const json = { name: 'New User', email: newEmail(), role: 'operator', password: PASSWORD, ...fields };
  return call(token, 'POST /api/v1/users', json);
}

async function signedIn(fields: Record<string, unknown> = {}, token = master) {
  const { body: user } = await newUser(fields, token);
  return { user, token: (await signIn(user.email)).body.token };
}

const isSignedIn = async (token: string) => (await call(token, 'GET /api/v1/auth/me')).status === 200;

describe('POST /api/v1/users', () => {
  test('A newly created user can sign in, and no response contains the password', async () => {
    const email = newEmail();
    const answer = await newUser({ email: ` ${email.toUpperCase()} ` });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      email,
      role: 'operator',
      status: 'active',
      tenant_id: tenantId,
      password_login_enabled: true,
      sso_login_enabled: false,
      role_managed_by_sso: false,
      last_login_at: null,
    });
    expect(Object.keys(answer.body)).toHaveLength(12);
    expect(answer.text).not.toMatch(/password_hash|argon2/);
    expect(answer.headers.get('location')).toBe(`${guard.url}/api/v1/users/${answer.body.id}`);
    expect((await signIn(email)).status).toBe(200);
  });

  test('All spellings of the domain of an e-mail address belong to one user, who can sign in with each', async () => {
    const email = 'o&m@xn--mller-kva.example';
    const spellings = ['O&M@Müller.example', 'o&m@mu\u0308ller.example', ' O&M@XN--MLLER-KVA.example'];
    const [first = '', ...others] = spellings;
    const created = await newUser({ email: first });
    expect([created.status, created.body.email]).toEqual([201, email]);
    for (const other of others) expect((await newUser({ email: other })).body.code).toBe('email_taken');
    for (const it of [email, ...spellings]) expect((await signIn(it)).body.user.email).toBe(email);
    expect((await newUser({ email: 'info@acme.xn--p1ai' })).status).toBe(201);
    expect((await newUser({ email: 'x@acme-.example' })).status).toBe(422);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a short password', { password: 'x'.repeat(11) }, 'password'],
    ['no password while password login is enabled', { password: undefined }, 'password'],
    ['an unknown role', { role: 'king' }, 'role'],
    ['a password hash', { password_hash: 'x' }, 'password_hash'],
  ])('Creating a user answers 422 to %s', async (_, fields, field) => {
    const answer = await newUser(fields);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  test('A new user without password login needs no password', async () => {
    const answer = await newUser({
      password: undefined,
      password_login_enabled: false,
      sso_login_enabled: true,
    });
    expect(answer.body).toMatchObject({ password_login_enabled: false, sso_login_enabled: true });
    expect((await signIn(answer.body.email)).status).toBe(401);
  });

  test('An e-mail address belongs to at most one user of all tenants, even if several are created at once', async () => {
    for (let round = 0; round < repetitions({ few: 2, many: 10 }); round++) {
      const email = newEmail();
      const answers = await Promise.all(Array.from({ length: 8 }, () => newUser({ email })));
      expect(answers.map(({ status }) => status).sort()).toEqual([
        201,
        ...Array.from({ length: 7 }, () => 409),
      ]);
    }
    const elsewhere = await newUser({ email: 'operator@acme.test' });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'email_taken']);
  });

  test('Nobody can give a user a role above their own', async () => {
    expect((await newUser({ role: 'platform_admin' })).status).toBe(403);
    const { token: admin } = await signedIn({ role: 'tenant_admin' });
    for (const role of ['platform_admin', 'tenant_master', 'tenant_admin']) {
      expect((await newUser({ role }, admin)).status).toBe(403);
    }
    for (const role of ['operator', 'viewer']) expect((await newUser({ role }, admin)).status).toBe(201);
    const { token: operator } = await signedIn();
    expect((await newUser({ role: 'viewer' }, operator)).status).toBe(403);
  });
});

describe('PATCH /api/v1/users/{user_id}', () => {
  const patch = (id: string, json: unknown, token = master, headers = {}) =>
    call(token, `PATCH /api/v1/users/${id}`, json, headers);

  test('A PATCH of a user changes only the fields of its body', async () => {
    const { body: user } = await newUser();
    const answer = await patch(user.id, { name: 'Renamed', sso_login_enabled: true });
    expect(answer.body).toEqual({
      ...user,
      name: 'Renamed',
      sso_login_enabled: true,
      updated_at: answer.body.updated_at,
    });
    expect((await patch(user.id, {})).status).toBe(422);
    expect((await patch(user.id, { id: user.id })).status).toBe(422);
  });

  test.each(['blocked', 'inactive'])(
    'When a user becomes %s, all their sessions end at once, and stay ended when the user is active again',
    async (status) => {
      const { user, token } = await signedIn();
      const other = (await signIn(user.email)).body.token;
      expect((await patch(user.id, { status })).status).toBe(200);
      expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([false, false]);
      expect((await signIn(user.email)).status).toBe(403);
      expect((await patch(user.id, { status: 'active' })).status).toBe(200);
      expect(await isSignedIn(token)).toBe(false);
      expect((await signIn(user.email)).status).toBe(200);
    },
  );

  test('A changed password of a user ends every session, and the new one works', async () => {
    const { user, token } = await signedIn();
    expect((await patch(user.id, { password: 'another-long-password' })).status).toBe(200);
    expect(await isSignedIn(token)).toBe(false);
    expect((await signIn(user.email)).status).toBe(401);
    expect((await signIn(user.email, 'another-long-password')).status).toBe(200);
  });

  test('Users must give their current password to change their own password', async () => {
    const { user, token } = await signedIn({ role: 'tenant_master' });
    const change = (json: object) => call(token, `PATCH /api/v1/users/${user.id}`, json);
    const password = 'another-long-password';
    const missing = await change({ password });
    expect([missing.status, missing.body.errors]).toEqual([
      422,
      { current_password: ['The current_password field is required to change your own password.'] },
    ]);
    const wrong = await change({ password, current_password: 'a wrong one' });
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { current_password: ['The current_password field is not your current password.'] },
    ]);
    expect((await change({ current_password: PASSWORD })).status).toBe(422);
    expect((await change({ name: 'Needs No Password' })).status).toBe(200);
    expect((await change({ password, current_password: PASSWORD })).status).toBe(200);
    expect(await isSignedIn(token)).toBe(false);
    expect((await signIn(user.email, password)).status).toBe(200);
  });

  test('Wrong current passwords in a change of one’s own password are limited like failed logins', async () => {
    const own = await startGuard({ settings: { failedLoginsPerHour: 3 } });
    try {
      const token = await own.signIn('master@acme.test');
      const { id } = (await own.call('GET /api/v1/auth/me', { token })).body;
      const guess = () =>
        own.call(`PATCH /api/v1/users/${id}`, {
          token,
          json: { password: 'another-long-password', current_password: 'a guess' },
        });
      const answers = await Promise.all(Array.from({ length: 8 }, guess));
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(5);
      expect(refused[0]?.headers.get('retry-after')).toBe('3570');
    } finally {
      await own.stop();
    }
  });

  test('A new user’s password that is not well-formed Unicode is rejected', async () => {
    const surrogate = (low: string) =>
      `{"name":"x","email":"${newEmail()}","role":"viewer","password":"aaaaaaaaaaaa\\u${low}"}`;
    for (const low of ['d800', 'dfff']) {
      const answer = await guard.call('POST /api/v1/users', {
        token: master,
        headers: { 'Content-Type': 'application/json ;charset=utf-8' },
        body: surrogate(low),
      });
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { password: ['The password field must be well-formed Unicode.'] },
      ]);
    }
  });

  test('A new role of a user applies to the next request of every token', async () => {
    const { user, token } = await signedIn({ role: 'viewer' });
    expect((await call(token, 'GET /api/v1/users')).body.data).toHaveLength(1);
    expect((await patch(user.id, { role: 'tenant_admin' })).status).toBe(200);
    expect((await call(token, 'GET /api/v1/users?limit=100')).body.data.length).toBeGreaterThan(1);
  });

  test('Turning a user’s password login off prevents password logins, and turning it on requires a password', async () => {
    const { user } = await signedIn();
    expect((await patch(user.id, { password_login_enabled: false })).status).toBe(200);
    const refused = await signIn(user.email);
    expect([refused.status, refused.body.code]).toEqual([403, 'password_login_disabled']);
    const { body: sso } = await newUser({ password: undefined, password_login_enabled: false });
    expect((await patch(sso.id, { password_login_enabled: true })).status).toBe(422);
    expect((await patch(sso.id, { password_login_enabled: true, password: PASSWORD })).status).toBe(200);
    expect((await signIn(sso.email)).status).toBe(200);
  });

  test('When a user’s e-mail address changes, another user can take the old address, but not the new one', async () => {
    const { body: user } = await newUser();
    const email = newEmail();
    expect((await patch(user.id, { email })).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
    expect((await signIn(user.email)).status).toBe(401);
    expect((await newUser({ email: user.email })).status).toBe(201);
    const taken = await patch(user.id, { email: user.email });
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken']);
    expect((await patch(user.id, { email })).status).toBe(200);
  });

  test('If changes of users to one e-mail address race, exactly one succeeds', async () => {
    for (let round = 0; round < repetitions({ few: 2, many: 10 }); round++) {
      const users = await Promise.all(Array.from({ length: 4 }, () => newUser()));
      const email = newEmail();
      const answers = await Promise.all(users.map(({ body }) => patch(body.id, { email })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    }
  });

  test('Racing changes of different fields of a user are all kept', async () => {
    for (let round = 0; round < repetitions({ few: 2, many: 15 }); round++) {
      const { body: user } = await newUser();
      const changes = [
        { name: 'Raced' },
        { role: 'viewer' },
        { sso_login_enabled: true },
        { status: 'inactive' },
      ];
      await Promise.all(changes.map((json) => patch(user.id, json)));
      const { body } = await call(master, `GET /api/v1/users/${user.id}`);
      expect(body).toMatchObject(Object.assign({}, ...changes));
      const listed = await call(master, 'GET /api/v1/users?role=viewer&status=inactive&limit=100');
      expect(listed.body.data).toContainEqual(body);
    }
  });

  test('Nobody can change their own role or status, but they can change their name', async () => {
    const { user, token } = await signedIn({ role: 'tenant_master' });
    for (const json of [{ role: 'viewer' }, { status: 'blocked' }, { status: 'inactive', name: 'x' }]) {
      const answer = await patch(user.id, json, token);
      expect([answer.status, answer.body.code]).toEqual([403, 'own_account_protected']);
    }
    expect((await patch(user.id, { name: 'Myself', role: 'tenant_master' }, token)).status).toBe(200);
  });

  test('Nobody ends their own password login or lets it end earlier, so that somebody can sign in when the identity provider fails', async () => {
    const { user, token } = await signedIn({ role: 'tenant_master' });
    const [sooner, later] = ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z'];
    const answers = async (json: object) => {
      const { status, body } = await patch(user.id, json, token);
      return status === 200 ? 200 : body.code;
    };
    expect(await answers({ password_login_enabled: false })).toBe('own_account_protected');
    expect(await answers({ password_login_ends_at: later })).toBe('own_account_protected');
    expect((await patch(user.id, { password_login_ends_at: sooner })).status).toBe(200);
    expect(await answers({ password_login_enabled: false })).toBe('own_account_protected');
    expect(await answers({ password_login_ends_at: '2029-12-31T00:00:00Z' })).toBe('own_account_protected');
    expect(await answers({ password_login_ends_at: later })).toBe(200);
    expect(await answers({ password_login_ends_at: null })).toBe(200);
    expect((await signIn(user.email)).status).toBe(200);
  });

  test('A tenant admin can change only operators and viewers, and gets 403 for other users even with an invalid body', async () => {
    const { token: admin, user: self } = await signedIn({ role: 'tenant_admin' });
    const { body: otherMaster } = await newUser({ role: 'tenant_master' });
    const { body: operator } = await newUser();
    expect((await patch(operator.id, { name: 'Mine' }, admin)).status).toBe(200);
    expect((await patch(operator.id, { role: 'tenant_admin' }, admin)).status).toBe(403);
    expect((await patch(otherMaster.id, { nonsense: 1 }, admin)).status).toBe(403);
    expect((await patch(self.id, { name: 'x' }, admin)).status).toBe(403);
    expect((await call(admin, `DELETE /api/v1/users/${otherMaster.id}`)).status).toBe(403);
  });
});

describe('DELETE /api/v1/users/{user_id}', () => {
  test('Deleting a user ends their sessions and releases their e-mail address', async () => {
    const { user, token } = await signedIn();
    const { body: site } = await call(master, 'POST /api/v1/sites', { name: 'Site' });
    await call(master, `PUT /api/v1/users/${user.id}/sites`, { site_ids: [site.id] });
    expect((await call(master, `DELETE /api/v1/users/${user.id}`)).status).toBe(204);
    expect(await isSignedIn(token)).toBe(false);
    expect((await call(master, `GET /api/v1/users/${user.id}`)).status).toBe(404);
    expect((await signIn(user.email)).status).toBe(401);
    expect((await newUser({ email: user.email })).status).toBe(201);
  });

  test('Nobody can delete their own user', async () => {
    const { user, token } = await signedIn({ role: 'tenant_master' });
    const answer = await call(token, `DELETE /api/v1/users/${user.id}`);
    expect([answer.status, answer.body.code]).toEqual([403, 'own_account_protected']);
  });

  test('If a login races the deletion or blocking of its user, no session remains, whichever comes first', async () => {
    const starts =
      repetitions({ few: 1, many: 2 }) > 1
        ? [-32, -8, -4, -2, -1, 0, 0, 1, 2, 4, 8, 32]
        : [-12, -1, 0, 2, 12];
    const end = {
      deletion: (id: string) => call(master, `DELETE /api/v1/users/${id}`),
      block: (id: string) => call(master, `PATCH /api/v1/users/${id}`, { status: 'blocked' }),
    };
    const behind = async <T>(requests: number, send: () => Promise<T>) => {
      for (let sent = 0; sent < requests; sent++) await call(master, 'GET /api/v1/auth/me');
      return await send();
    };
    for (const ending of ['deletion', 'block'] as const) {
      const outcomes = new Set<boolean>();
      // Each gets a head start of zero to many requests, so that either comes first at times.
      for (const start of starts) {
        const { body: user } = await newUser();
        const [login] = await Promise.all([
          behind(-start, () => signIn(user.email)),
          behind(start, () => end[ending](user.id)),
        ]);
        expect([200, 401, 403]).toContain(login.status);
        if (login.status === 200) expect(await isSignedIn(login.body.token)).toBe(false);
        outcomes.add(login.status === 200);
      }
      expect(outcomes).toEqual(new Set([true, false]));
    }
  });
});

describe('the masters of a tenant', () => {
  test('The last active master of a tenant cannot be deleted, blocked or demoted', async () => {
    const { master: only, masterId, tenantId: id } = await newTenant();
    for (const request of [
      () => call(platform, `DELETE /api/v1/users/${masterId}`),
      () => call(platform, `PATCH /api/v1/users/${masterId}`, { status: 'blocked' }),
      () => call(platform, `PATCH /api/v1/users/${masterId}`, { role: 'viewer' }),
    ]) {
      const answer = await request();
      expect([answer.status, answer.body.code]).toEqual([409, 'last_tenant_master']);
    }
    const second = await newUser({ role: 'tenant_master' }, only);
    expect((await call(platform, `PATCH /api/v1/users/${masterId}`, { role: 'viewer' })).status).toBe(200);
    expect((await call(platform, `DELETE /api/v1/users/${second.body.id}?`)).status).toBe(409);
    expect((await call(platform, `GET /api/v1/tenants/${id}`)).body.status).toBe('active');
  });

  test('If all masters of a tenant are deleted, blocked or demoted at once, one active master remains', async () => {
    for (let round = 0; round < repetitions({ few: 2, many: 12 }); round++) {
      const { master: first, masterId, tenantId: id } = await newTenant();
      const others = await Promise.all([1, 2].map(() => newUser({ role: 'tenant_master' }, first)));
      const ids = [masterId, ...others.map(({ body }) => body.id)];
      const answers = await Promise.all(
        ids.map((userId, place) =>
          place % 2
            ? call(platform, `DELETE /api/v1/users/${userId}`)
            : call(
                platform,
                `PATCH /api/v1/users/${userId}`,
                place ? { status: 'blocked' } : { role: 'operator' },
              ),
        ),
      );
      expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
      const left = await call(platform, `GET /api/v1/users?tenant_id=${id}&role=tenant_master&status=active`);
      expect(left.body.data).toHaveLength(1);
    }
  });
});

const FILTERS = ['&role=viewer', '&status=blocked', '&role=operator&status=inactive'];

/** Whether a user matches the filters of a query. */
function matching(query: string) {
  const filters = [...new URLSearchParams(query)];
  return (user: Record<string, unknown>) => filters.every(([name, value]) => user[name] === value);
}

/** The users of all tenants, over all pages. */
async function listEverywhere(query: string): Promise<Record<string, unknown>[]> {
  const found = [];
  let next: string | null = `/api/v1/users?limit=100${query}`;
  while (next) {
    const { body }: Answer = await call(platform, `GET ${next}`);
    found.push(...body.data);
    next = body.links.next?.slice(guard.url.length);
  }
  return found;
}

describe('GET /api/v1/users', () => {
  test('The user list filters by role, by status and by both', async () => {
    const own = await newTenant();
    const roles = ['tenant_admin', 'operator', 'viewer'];
    for (const role of roles) {
      for (const status of ['active', 'blocked', 'inactive']) await newUser({ role, status }, own.master);
    }
    const list = async (query: string) =>
      (await call(own.master, `GET /api/v1/users?limit=100${query}`)).body.data;
    const all = await list('');
    expect(all).toHaveLength(10);
    for (const query of FILTERS) {
      expect(await list(query)).toEqual(all.filter(matching(query)));
      const asked = await call(platform, `GET /api/v1/users?limit=100&tenant_id=${own.tenantId}${query}`);
      expect(asked.body.data).toEqual(all.filter(matching(query)));
    }
    expect((await call(own.master, 'GET /api/v1/users?role=king')).status).toBe(422);
  });

  test.each(FILTERS)('The user list filters over all tenants for a platform admin: %s', async (query) => {
    const expected = (await listEverywhere('')).filter(matching(query));
    expect(expected.length).toBeGreaterThan(0);
    expect(await listEverywhere(query)).toEqual(expected);
  });

  test('Operators and viewers see only themselves in the user list', async () => {
    const { user, token } = await signedIn({ role: 'viewer' });
    const { body: other } = await newUser();
    const found = async (query: string) =>
      (await call(token, `GET /api/v1/users?${query}`)).body.data.map(({ id }: { id: string }) => id);
    for (const query of ['', 'role=viewer&status=active']) {
      expect(await found(query)).toEqual([user.id]);
    }
    for (const query of ['role=operator', 'role=viewer&status=inactive']) {
      expect(await found(query)).toEqual([]);
    }
    expect((await call(token, `GET /api/v1/users/${user.id}`)).status).toBe(200);
    expect((await call(token, `GET /api/v1/users/${other.id}`)).status).toBe(404);
    expect((await call(token, `PATCH /api/v1/users/${user.id}`, { name: 'x' })).status).toBe(403);
  });

  test('The user list never contains a password or its hash', async () => {
    const { text } = await call(platform, 'GET /api/v1/users?limit=100');
    expect(text).not.toMatch(/argon2|password_hash|session_version|credentials/);
  });
});

describe('PUT /api/v1/users/{user_id}/sites', () => {
  const newSite = async () => {
    guard.clock.advance(1);
    return (await call(master, 'POST /api/v1/sites', { name: 'Site' })).body.id;
  };
  const assign = (id: string, site_ids: unknown, headers = {}) =>
    call(master, `PUT /api/v1/users/${id}/sites`, { site_ids }, headers);

  test('Assigning sites to a user replaces the earlier ones and applies to the user’s next list', async () => {
    const [one, two, three] = [await newSite(), await newSite(), await newSite()];
    const { user, token } = await signedIn();
    const seen = async () =>
      (await call(token, 'GET /api/v1/sites')).body.data.map(({ id }: { id: string }) => id);
    expect(await seen()).toEqual([]);
    expect((await assign(user.id, [one, two, one])).body).toEqual({ site_ids: [one, two] });
    expect(await seen()).toEqual([two, one]);
    await assign(user.id, [three]);
    expect(await seen()).toEqual([three]);
    expect((await call(token, `GET /api/v1/users/${user.id}/sites`)).body).toEqual({ site_ids: [three] });
    await assign(user.id, []);
    expect(await seen()).toEqual([]);
  });

  test('Assigning a foreign site to a user gets the same error as assigning a missing one', async () => {
    const acme = await guard.signIn('master@acme.test');
    const foreign = (await call(acme, 'GET /api/v1/sites?limit=1')).body.data[0].id;
    const { body: user } = await newUser();
    const mine = await newSite();
    for (const id of [foreign, '019a0000-0000-7000-8000-000000000000']) {
      const answer = await assign(user.id, [mine, id]);
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { 'site_ids.1': ['The site_ids.1 field must be an existing site.'] },
      ]);
    }
    expect((await call(master, `GET /api/v1/users/${user.id}/sites`)).body).toEqual({ site_ids: [] });
  });

  test('The assigned sites of a user exclude deleted sites, so that a client can send the response back unchanged', async () => {
    const { body: user } = await newUser();
    const sites = [];
    for (const name of ['Kept', 'Deleted'])
      sites.push((await call(master, 'POST /api/v1/sites', { name })).body.id);
    const path = `/api/v1/users/${user.id}/sites`;
    expect((await call(master, `PUT ${path}`, { site_ids: sites })).status).toBe(200);
    expect((await call(master, `DELETE /api/v1/sites/${sites[1]}`)).status).toBe(204);
    const read = await call(master, `GET ${path}`);
    expect(read.body).toEqual({ site_ids: [sites[0]] });
    const etag = read.headers.get('etag') ?? '';
    expect((await call(master, `PUT ${path}`, read.body, { 'If-Match': etag })).status).toBe(200);
  });

  test('Assigning sites to a tenant admin is 422, because only operators and viewers have assigned sites', async () => {
    const { body: admin } = await newUser({ role: 'tenant_admin' });
    const answer = await assign(admin.id, []);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['site_ids']]);
  });

  test('With If-Match the assigned sites of a user are replaced only if they have not changed', async () => {
    const [one, two] = [await newSite(), await newSite()];
    const { body: user } = await newUser();
    const etag = (await call(master, `GET /api/v1/users/${user.id}/sites`)).headers.get('etag') ?? '';
    const answers = await Promise.all(
      [[one], [two], [one, two]].map((siteIds) => assign(user.id, siteIds, { 'If-Match': etag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  test('The assigned sites are deleted when the user gets a role without assignments', async () => {
    const { body: user } = await newUser();
    const site = await newSite();
    await assign(user.id, [site]);
    await call(master, `PATCH /api/v1/users/${user.id}`, { role: 'viewer' });
    expect((await call(master, `GET /api/v1/users/${user.id}/sites`)).body).toEqual({ site_ids: [site] });
    await call(master, `PATCH /api/v1/users/${user.id}`, { role: 'tenant_admin' });
    await call(master, `PATCH /api/v1/users/${user.id}`, { role: 'operator' });
    expect((await call(master, `GET /api/v1/users/${user.id}/sites`)).body).toEqual({ site_ids: [] });
  });

  test('If assigning sites to a user races the user’s promotion to tenant admin, no assignment remains', async () => {
    const site = await newSite();
    for (let round = 0; round < repetitions({ few: 2, many: 15 }); round++) {
      const { body: user } = await newUser();
      const [assigned] = await Promise.all([
        assign(user.id, [site]),
        call(master, `PATCH /api/v1/users/${user.id}`, { role: 'tenant_admin' }),
      ]);
      expect([200, 422]).toContain(assigned.status);
      expect((await call(master, `GET /api/v1/users/${user.id}/sites`)).body).toEqual({ site_ids: [] });
    }
  });
});

test('The table is consistent after all tests of users', async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
});
