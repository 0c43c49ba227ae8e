import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runAdminCommand, runAdminHere } from '../support/admin-command.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

const PASSWORD = 'correct horse battery';

let guard: TestGuard;
beforeAll(async () => {
  guard = await startGuard();
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});
// The command uses the real time.
beforeEach(() => {
  guard.clock.now = new Date();
});

const onTable = (parameters: readonly string[]) => [
  ...parameters,
  ...['--table', guard.table.name, '--endpoint', guard.table.endpoint],
];
/** Runs the command on the table of the running service. */
const admin = (parameters: readonly string[], input?: string) => runAdminHere(onTable(parameters), { input });
/** Runs the command in its own process. */
const adminOfItsOwn = (parameters: readonly string[], input?: string) =>
  runAdminCommand(onTable(parameters), { input });

const signIn = (email: string, password: string) =>
  guard.call('POST /api/v1/auth/login', { json: { email, password } });
const me = (token: string) => guard.call('GET /api/v1/auth/me', { token });
const newEmail = () => `${randomUUID()}@example.com`;

/** Creates a tenant with a master by command, and signs the master in. */
async function newTenant() {
  const email = newEmail();
  const parameters = ['create-tenant', '--name', 'Initech', '--master-email', email, '--master-name', 'Bill'];
  const created = await admin(parameters, PASSWORD);
  expect(created).toMatchObject({ exitCode: 0, stderr: '' });
  const { body } = await signIn(email, PASSWORD);
  return { email, token: String(body.token), user: body.user, created };
}

describe('create-platform-admin', () => {
  test('The command create-platform-admin creates an account that can sign in and see every tenant', async () => {
    const email = newEmail();
    const created = await adminOfItsOwn(
      ['create-platform-admin', '--email', email, '--name', 'Ana'],
      `${PASSWORD}\n`,
    );
    expect(created).toMatchObject({ exitCode: 0, stderr: '' });
    const { status, body } = await signIn(email, PASSWORD);
    expect([status, body.user.role, body.user.name]).toEqual([200, 'platform_admin', 'Ana']);
    const tenants = await guard.call('GET /api/v1/tenants', { token: body.token });
    expect(tenants.body.data.length).toBeGreaterThan(1);
  });

  test('The command create-platform-admin uses the tenant of the existing platform admins', async () => {
    const email = newEmail();
    await admin(['create-platform-admin', '--email', email, '--name', 'Ana'], PASSWORD);
    const [{ body: made }, { body: demo }] = [
      await signIn(email, PASSWORD),
      await signIn('platform@guard.test', 'guard-demo'),
    ];
    expect(made.user.tenant_id).toBe(demo.user.tenant_id);
  });

  test('The command create-platform-admin rejects an existing e-mail address in one line', async () => {
    const parameters = ['create-platform-admin', '--email', 'Master@Acme.test', '--name', 'Ana'];
    expect(await admin(parameters, PASSWORD)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: The email address is already in use.\n',
    });
  });

  test('The command create-platform-admin rejects a short password and creates nothing', async () => {
    const email = newEmail();
    const { exitCode, stderr } = await admin(
      ['create-platform-admin', '--email', email, '--name', 'A'],
      'short',
    );
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^error: The password field [^\n]+\n$/)]);
    expect((await admin(['list-sessions', '--email', email])).stderr).toContain('There is no user');
  });
});

describe('create-tenant', () => {
  test('The command create-tenant creates a tenant, and its master can sign in', async () => {
    const { user, created } = await newTenant();
    expect(user).toMatchObject({ role: 'tenant_master', name: 'Bill', status: 'active' });
    expect(created.stdout).toContain(user.tenant_id);
  });

  test('The command create-tenant without a master needs no password', async () => {
    const { exitCode, stdout } = await admin(['create-tenant', '--name', 'Hooli']);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Created the tenant Hooli \(\S+\)\.\n$/)]);
  });

  test('The command create-tenant creates nothing if its master is invalid', async () => {
    const token = await guard.signIn('platform@guard.test');
    const count = async () => (await guard.call('GET /api/v1/tenants?limit=100', { token })).body.data.length;
    const before = await count();
    const master = ['--master-email', 'master@acme.test', '--master-name', 'M'];
    const { exitCode } = await admin(['create-tenant', '--name', 'Twice', ...master], PASSWORD);
    expect([exitCode, await count()]).toEqual([1, before]);
  });
});

test('After the command reset-second-factor no code is asked for, and all sessions have ended', async () => {
  const { email, token } = await newTenant();
  const parameters = ['reset-second-factor', '--email', email];
  expect((await admin(parameters)).stderr).toContain('has no second factor');
  const totp = (path: string, json: object) =>
    guard.call(`POST /api/v1/auth/me/totp${path}`, { token, json });
  const { secret } = (await totp('', { current_password: PASSWORD })).body;
  const otp = new TOTP({ secret }).generate({ timestamp: guard.clock.now.getTime() });
  expect((await totp('/confirm', { otp })).status).toBe(200);
  expect((await signIn(email, PASSWORD)).body.code).toBe('second_factor_required');
  expect((await admin(parameters)).exitCode).toBe(0);
  expect((await me(token)).status).toBe(401);
  expect((await signIn(email, PASSWORD)).status).toBe(200);
});

describe('reset-password', () => {
  test('After the command reset-password only the new password works, and all sessions have ended', async () => {
    const { email, token } = await newTenant();
    const parameters = ['reset-password', '--email', email];
    const { exitCode } = await admin(parameters, 'another battery horse');
    expect(exitCode).toBe(0);
    expect((await me(token)).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, 'another battery horse')).status).toBe(200);
  });

  test('The command reset-password says if the account still cannot sign in', async () => {
    const { stdout } = await admin(['reset-password', '--email', 'blocked@acme.test'], PASSWORD);
    expect(stdout).toContain('The account is blocked: it cannot sign in.');
    expect((await signIn('blocked@acme.test', PASSWORD)).status).toBe(403);
  });
});

describe('block-user', () => {
  test('The command block-user ends the sessions of a user, who cannot sign in any more', async () => {
    const token = await guard.signIn('operator@globex.test');
    const parameters = ['block-user', '--email', ' Operator@Globex.test'];
    expect((await admin(parameters)).stdout).toBe(
      'operator@globex.test is blocked, and all their sessions have ended.\n',
    );
    expect((await me(token)).status).toBe(401);
    expect((await signIn('operator@globex.test', 'guard-demo')).status).toBe(403);
    expect(await admin(parameters)).toMatchObject({
      exitCode: 0,
      stdout: 'operator@globex.test is blocked already.\n',
    });
  });

  test('The command block-user does not block the last master of a tenant', async () => {
    const { email, token } = await newTenant();
    const { exitCode, stderr } = await admin(['block-user', '--email', email]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('at least one active tenant master')]);
    expect((await me(token)).status).toBe(200);
  });
});

describe('unblock-user', () => {
  test('After the command unblock-user the user can sign in, but old sessions stay ended', async () => {
    const token = await guard.signIn('viewer@acme.test');
    const parameters = ['--email', ' Viewer@Acme.test'];
    await admin(['block-user', ...parameters]);
    expect((await admin(['unblock-user', ...parameters])).stdout).toBe(
      'viewer@acme.test is active again, with the password from before. The sessions that ended stay ended.\n',
    );
    expect((await me(token)).status).toBe(401);
    expect((await signIn('viewer@acme.test', 'guard-demo')).status).toBe(200);
    expect(await admin(['unblock-user', ...parameters])).toMatchObject({
      exitCode: 0,
      stdout: 'viewer@acme.test is not blocked.\n',
    });
  });

  test('The command unblock-user does not activate an inactive user', async () => {
    expect(await admin(['unblock-user', '--email', 'inactive@acme.test'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: inactive@acme.test is inactive, not blocked.\n',
    });
    expect((await signIn('inactive@acme.test', 'guard-demo')).status).toBe(403);
  });
});

describe('revoke-tokens', () => {
  test('The command revoke-tokens ends the sessions of a user, who can sign in again', async () => {
    const [one, two, other] = [
      await guard.signIn('operator@acme.test'),
      await guard.signIn('operator@acme.test'),
      await guard.signIn('viewer@acme.test'),
    ];
    expect((await admin(['revoke-tokens', '--email', 'operator@acme.test'])).exitCode).toBe(0);
    expect((await me(one)).status).toBe(401);
    expect((await guard.call('POST /api/v1/auth/refresh', { token: two })).status).toBe(401);
    expect((await me(other)).status).toBe(200);
    expect((await me(await guard.signIn('operator@acme.test'))).status).toBe(200);
  });

  test('The command revoke-tokens ends the sessions of all users of one tenant only', async () => {
    const { token, user } = await newTenant();
    const token2 = (
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const email = newEmail();
          const json = { name: 'V', email, role: 'viewer', password: PASSWORD };
          expect((await guard.call('POST /api/v1/users', { token, json })).status).toBe(201);
          return (await signIn(email, PASSWORD)).body.token;
        }),
      )
    ).concat(token);
    const other = await guard.signIn('viewer@acme.test');
    const { stdout } = await admin(['revoke-tokens', '--tenant-id', user.tenant_id]);
    expect(stdout).toBe(`All sessions of the 21 users of the tenant ${user.tenant_id} have ended.\n`);
    const statuses = await Promise.all(token2.map(async (each) => (await me(each)).status));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await me(other)).status).toBe(200);
  });

  test('The command revoke-tokens of an unknown tenant or user exits with code 1', async () => {
    const missing = '019a0000-0000-7000-8000-000000000000';
    expect(await admin(['revoke-tokens', '--tenant-id', missing])).toMatchObject({
      exitCode: 1,
      stderr: `error: There is no tenant ${missing}.\n`,
    });
    expect(await admin(['revoke-tokens', '--email', 'nobody@acme.test'])).toMatchObject({
      exitCode: 1,
      stderr: 'error: There is no user with the e-mail address nobody@acme.test.\n',
    });
  });
});

describe('list-sessions', () => {
  const idOf = (token: string) => token.split('|')[0] ?? '';
  const sessionsOf = async (email: string) => (await admin(['list-sessions', '--email', email])).stdout;

  test('The command list-sessions shows open sessions only, without secrets', async () => {
    const { email, token } = await newTenant();
    const [loggedOut, refreshed] = [
      (await signIn(email, PASSWORD)).body.token,
      (await signIn(email, PASSWORD)).body.token,
    ];
    await guard.call('POST /api/v1/auth/logout', { token: loggedOut });
    const successor = (await guard.call('POST /api/v1/auth/refresh', { token: refreshed })).body.token;
    guard.clock.advance(-48 * 3_600_000);
    const expired = (await signIn(email, PASSWORD)).body.token;

    const shown = await sessionsOf(email);
    const ids = shown.split('\n').map((line) => line.split(' ')[0]);
    expect(ids.sort()).toEqual(['', 'token', idOf(token), idOf(successor)].sort());
    for (const each of [token, loggedOut, refreshed, successor, expired]) {
      expect(shown).not.toContain(each.split('guard_')[1]);
    }
  });

  test('The command list-sessions says if there are no sessions', async () => {
    const { email } = await newTenant();
    await admin(['revoke-tokens', '--email', email]);
    expect(await sessionsOf(email)).toBe(`${email} has no open session.\n`);
  });
});

describe('list-tenants', () => {
  const idsOf = (stdout: string) =>
    stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(' ')[0]);

  test('The command list-tenants shows every tenant of all pages once, newest first', async () => {
    const token = await guard.signIn('platform@guard.test');
    await Promise.all(
      Array.from({ length: 110 }, (_, place) =>
        guard.call('POST /api/v1/tenants', { token, json: { name: `Tenant ${place}` } }),
      ),
    );
    const { stdout, exitCode } = await adminOfItsOwn(['list-tenants']);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^tenant {32}status {4}created {24}name\n/),
    ]);
    const pages = [];
    for (let path = '/api/v1/tenants?limit=100'; path; ) {
      const { body } = await guard.call(`GET ${path}`, { token });
      pages.push(...body.data);
      path = body.links.next?.slice(guard.url.length);
    }
    expect(pages.length).toBeGreaterThan(110);
    expect(idsOf(stdout)).toEqual(pages.map(({ id }) => id));

    const { stdout: json } = await admin(['list-tenants', '--json']);
    expect(
      json
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(pages);
  });

  test('The command list-tenants shows a name with line breaks in one line', async () => {
    const token = await guard.signIn('platform@guard.test');
    const { body } = await guard.call('POST /api/v1/tenants', { token, json: { name: 'Two' } });
    // Earlier releases took such names.
    await guard.table.client.send(
      new UpdateCommand({
        TableName: guard.table.name,
        Key: { pk: `TENANT#${body.id}`, sk: 'TENANT' },
        UpdateExpression: 'SET #data.#name = :name',
        ExpressionAttributeNames: { '#data': 'data', '#name': 'name' },
        ExpressionAttributeValues: { ':name': 'Two\nlines\tand more' },
      }),
    );
    const line = (await admin(['list-tenants'])).stdout.split('\n').find((each) => each.startsWith(body.id));
    expect(line).toMatch(/ {2}Two lines and more$/);
  });
});

describe('create-key, list-keys and revoke-key', () => {
  test('A key that the command create-key created works, is listed without its secret, and can be revoked', async () => {
    const { token, user } = await newTenant();
    const ofTenant = ['--tenant-id', user.tenant_id];
    const site = await guard.call('POST /api/v1/sites', { token, json: { name: 'Gate' } });
    expect((await admin(['list-keys', ...ofTenant])).stdout).toBe(
      `The tenant ${user.tenant_id} has no key.\n`,
    );
    const made = await admin(['create-key', ...ofTenant, '--name', 'Gateway', '--site-id', site.body.id]);
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    const [line = '', key = ''] = made.stdout.split('\n');
    const [, id = ''] = /^Created the key Gateway \((\S+)\)\. It is shown only now:$/.exec(line) ?? [];
    expect((await me(key)).status).toBe(403);

    const listed = await admin(['list-keys', ...ofTenant]);
    expect(listed.stdout).toMatch(
      new RegExp(
        `^key {35}last used .*\\n${id} {2}\\S{29} {2}never {26}report {2}site ${site.body.id} {4}Gateway\\n$`,
      ),
    );
    const { stdout: json } = await admin(['list-keys', ...ofTenant, '--json']);
    expect(JSON.parse(json)).toEqual((await guard.call(`GET /api/v1/keys/${id}`, { token })).body);
    expect(listed.stdout + json).not.toMatch(/guard_k_|secret/);

    const revoked = await admin(['revoke-key', ...ofTenant, '--key-id', id]);
    expect(revoked.stdout).toBe(`The key Gateway (${id}) is revoked.\n`);
    expect((await me(key)).status).toBe(401);
    expect(await admin(['revoke-key', ...ofTenant, '--key-id', id])).toMatchObject({
      exitCode: 1,
      stderr: `error: The tenant ${user.tenant_id} has no key ${id}.\n`,
    });
  });

  test('The commands create-key and revoke-key reject invalid options and change nothing', async () => {
    const { user } = await newTenant();
    const ofTenant = ['--tenant-id', user.tenant_id, '--name', 'x'];
    const past = await admin(['create-key', ...ofTenant, '--expires-at', '2020-01-01T00:00:00Z']);
    expect(past).toMatchObject({
      exitCode: 2,
      stderr: 'error: The expires_at field must be in the future.\n',
    });
    const both = await admin(['create-key', ...ofTenant, '--site-id', 'x', '--device-id', 'y']);
    expect(both.exitCode).toBe(2);
    expect((await admin(['list-keys', '--tenant-id', user.tenant_id, '--json'])).stdout).toBe('');
  });
});

describe('list-users', () => {
  test('The command list-users shows the users of one tenant only, without passwords', async () => {
    const token = await guard.signIn('master@acme.test');
    const { body } = await guard.call('GET /api/v1/users?limit=100', { token });
    const { tenant_id } = body.data[0];
    const { stdout, exitCode } = await admin(['list-users', '--tenant-id', tenant_id]);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^user {34}role {12}status {4}email {25}name\n/),
    ]);
    const lines = stdout.split('\n').slice(1, -1);
    expect(lines.map((line) => line.split(' ')[0])).toEqual(
      body.data.map(({ id }: { id: string }) => id).toReversed(),
    );
    expect(lines.find((line) => line.includes('blocked@acme.test'))).toMatch(
      /^\S{36} {2}operator {8}blocked {3}blocked@acme\.test {13}Acme Blocked$/,
    );

    const { stdout: json } = await admin(['list-users', '--tenant-id', tenant_id, '--json']);
    const users = json
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(users.toReversed()).toEqual(body.data);
    expect(stdout + json).not.toContain('argon2');
  });

  test('The command list-users says if a tenant has no users or does not exist', async () => {
    await admin(['create-tenant', '--name', 'Nobody']);
    const { stdout } = await admin(['list-tenants']);
    const id =
      stdout
        .split('\n')
        .find((line) => line.endsWith('Nobody'))
        ?.slice(0, 36) ?? '';
    expect((await admin(['list-users', '--tenant-id', id])).stdout).toBe(`The tenant ${id} has no user.\n`);
    expect((await admin(['list-users', '--tenant-id', id, '--json'])).stdout).toBe('');
    const missing = '019a0000-0000-7000-8000-000000000000';
    expect(await admin(['list-users', '--tenant-id', missing])).toMatchObject({
      exitCode: 1,
      stderr: `error: There is no tenant ${missing}.\n`,
    });
  });
});

test('The variables TABLE_NAME and DYNAMODB_ENDPOINT can name the table of an administration command', async () => {
  const environment = { TABLE_NAME: guard.table.name, DYNAMODB_ENDPOINT: guard.table.endpoint };
  const { exitCode, stderr } = await runAdminCommand(['list-sessions', '--email', 'admin@acme.test'], {
    environment,
  });
  expect(exitCode).toBe(0);
  expect(stderr).toBe(
    `Using the table ${guard.table.name} at ${guard.table.endpoint}, as TABLE_NAME and DYNAMODB_ENDPOINT say.\n`,
  );
});

test('A missing table is an error of the administration command in one line', async () => {
  const elsewhere = ['--table', 'no-such-table', '--endpoint', guard.table.endpoint];
  const { exitCode, stderr } = await runAdminCommand(['list-sessions', '--email', 'a@b.co', ...elsewhere]);
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^error: There is no such table [^\n]+\n$/)]);
});
