import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';

const PASSWORD = 'a-password-that-no-log-holds';

let guard: TestGuard;
const written: string[] = [];
beforeAll(async () => {
  // The runner's own settings silence every logger.
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'DEBUG');
  const keep = (chunk: unknown) => {
    written.push(String(chunk));
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(keep);
  guard = await startGuard({ logLevel: 'DEBUG' });
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await guard.stop();
});

test('logs one line for every request, which says who and what, and never a secret', async () => {
  const master = await guard.signIn('master@acme.test');
  const json = { name: 'New', email: 'new@acme.test', role: 'viewer', password: PASSWORD };
  const created = await guard.call('POST /api/v1/users', { token: master, json });
  const login = { json: { email: 'new@acme.test', password: PASSWORD } };
  const { token } = (await guard.call('POST /api/v1/auth/login', login)).body;
  const refreshed = (await guard.call('POST /api/v1/auth/refresh', { token })).body.token;
  await guard.call('GET /api/v1/auth/me', { token });
  await guard.call('POST /api/v1/auth/login', { json: { ...login.json, password: `${PASSWORD}!` } });
  await guard.call('POST /api/v1/auth/login', {
    body: `{"password":"${PASSWORD}"`,
    headers: { 'Content-Type': 'application/json' },
  });
  await guard.call(`GET /api/v1/alerts?cursor=${PASSWORD}`, { token: refreshed });
  await guard.call('POST /api/v1/auth/logout', { token: refreshed });

  const log = written.join('');
  const lines = log
    .split('\n')
    .flatMap((line) => (line.includes('"message":"request"') ? [JSON.parse(line)] : []));
  expect(lines.map(({ route, status }) => `${route} ${status}`)).toEqual([
    'login 200',
    'create-user 201',
    'login 200',
    'refresh-token 200',
    'login 401',
    'login 400',
    'list-alerts 422',
    'logout 200',
  ]);
  expect(lines.at(-1)).toMatchObject({ user_id: created.body.id, tenant_id: created.body.tenant_id });
  expect(log).toContain('token_not_found'); // the authorizer says why it refused
  for (const secret of [master, token, refreshed].map((issued) => issued.split('|')[1])) {
    expect(log).not.toContain(secret);
  }
  expect(log).not.toMatch(new RegExp(`${PASSWORD}|guard_|argon2|bearer|authorization|secret_hash`, 'i'));
});
