import { randomUUID } from 'node:crypto';
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

/** Creates a tenant with a master, and signs the master in. */
async function newTenant() {
  const email = newEmail();
  const json = { name: 'Initech', master: { name: 'Bill', email, password: PASSWORD } };
  const platform = await guard.signIn('platform@guard.test');
  expect((await guard.call('POST /api/v1/tenants', { token: platform, json })).status).toBe(201);
  const { body } = await signIn(email, PASSWORD);
  return { email, token: String(body.token), user: body.user };
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

  test('The command create-platform-admin adds the account to the tenant of the existing platform admins', async () => {
    const email = newEmail();
    await admin(['create-platform-admin', '--email', email, '--name', 'Ana'], PASSWORD);
    const [{ body: made }, { body: demo }] = [
      await signIn(email, PASSWORD),
      await signIn('platform@guard.test', 'guard-demo'),
    ];
    expect(made.user.tenant_id).toBe(demo.user.tenant_id);
  });

  test('The command create-platform-admin rejects an e-mail address in use with a one-line error', async () => {
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
    expect((await admin(['block-user', '--email', email])).stderr).toContain('There is no user');
  });
});

test('The command reset-second-factor lets the user sign in without a code, and ends all sessions of the user', async () => {
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

test('An API key is rejected after the command revoke-key, and revoking it again is an error', async () => {
  const { token, user } = await newTenant();
  const { body } = await guard.call('POST /api/v1/keys', { token, json: { name: 'Gateway' } });
  const report = () => guard.call('POST /api/v1/reports', { token: body.key, json: { events: [] } });
  expect((await report()).status).not.toBe(401);
  const parameters = ['revoke-key', '--tenant-id', user.tenant_id, '--key-id', body.id];
  expect((await admin(parameters)).stdout).toBe(`The key Gateway (${body.id}) is revoked.\n`);
  expect((await report()).status).toBe(401);
  expect(await admin(parameters)).toMatchObject({
    exitCode: 1,
    stderr: `error: The tenant ${user.tenant_id} has no key ${body.id}.\n`,
  });
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
  test('The command block-user ends the sessions of a user, who can no longer sign in', async () => {
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

describe('revoke-tokens', () => {
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

  test('The command revoke-tokens of an unknown tenant exits with code 1', async () => {
    const missing = '019a0000-0000-7000-8000-000000000000';
    expect(await admin(['revoke-tokens', '--tenant-id', missing])).toMatchObject({
      exitCode: 1,
      stderr: `error: There is no tenant ${missing}.\n`,
    });
  });

  test('The command revoke-tokens ends the sessions of all tenants', async () => {
    const tokens = [
      await guard.signIn('viewer@acme.test'),
      await guard.signIn('master@globex.test'),
      await guard.signIn('platform@guard.test'),
      (await newTenant()).token,
    ];
    const { exitCode, stdout } = await admin(['revoke-tokens', '--every-tenant']);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^All sessions of the \d+ users of all tenants have ended\.\n$/),
    ]);
    for (const token of tokens) expect((await me(token)).status).toBe(401);
  });
});

test('The variables TABLE_NAME and DYNAMODB_ENDPOINT can name the table of an administration command', async () => {
  const environment = { TABLE_NAME: guard.table.name, DYNAMODB_ENDPOINT: guard.table.endpoint };
  const { exitCode, stderr } = await runAdminCommand(['backfill-indexes', '--dry-run'], {
    environment,
  });
  expect(exitCode).toBe(0);
  expect(stderr).toBe(
    `Using the table ${guard.table.name} at ${guard.table.endpoint}, as TABLE_NAME and DYNAMODB_ENDPOINT say.\n`,
  );
});

test('An administration command reports a missing table in one line', async () => {
  const elsewhere = ['--table', 'no-such-table', '--endpoint', guard.table.endpoint];
  const { exitCode, stderr } = await runAdminCommand(['backfill-indexes', ...elsewhere]);
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^error: There is no such table [^\n]+\n$/)]);
});
