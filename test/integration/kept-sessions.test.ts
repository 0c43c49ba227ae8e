import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let as: CallAs;

beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
});
afterAll(() => guard.stop());

const login = async (fields: object = {}): Promise<string> =>
  (
    await guard.call('POST /api/v1/auth/login', {
      json: { email: 'operator@acme.test', password: DEMO_PASSWORD, ...fields },
    })
  ).body.token;
/** Whether the session of a token is kept, as its user sees it. */
async function isKept(token: string): Promise<boolean> {
  const { data } = (await guard.call('GET /api/v1/auth/sessions', { token })).body;
  return data.find(({ current }: { current: boolean }) => current).kept;
}
const setSecurity = (json: object) => as('master', 'PUT /api/v1/security', { json });

test('Whoever signs in says whether the session is kept on the device, and a renewal keeps that', async () => {
  expect(await isKept(await login())).toBe(false);
  expect(await isKept(await login({ keep_signed_in: false }))).toBe(false);
  const token = await login({ keep_signed_in: true });
  expect(await isKept(token)).toBe(true);
  const renewed = (await guard.call('POST /api/v1/auth/refresh', { token })).body.token;
  expect(await isKept(renewed)).toBe(true);
});

test('A tenant that switches it off keeps no session, also none of before, and other changes of security leave it off', async () => {
  const token = await login({ keep_signed_in: true });
  expect((await as('master', 'GET /api/v1/security')).body.keep_signed_in).toBe('allowed');
  const off = { second_factor: 'optional', keep_signed_in: 'off' };
  expect((await setSecurity(off)).body).toEqual({ ...off, second_factor_required_from: null });
  expect(await isKept(token)).toBe(false);
  expect((await setSecurity({ second_factor: 'optional' })).body.keep_signed_in).toBe('off');
  expect(await isKept(await login({ keep_signed_in: true }))).toBe(false);
  await setSecurity({ ...off, keep_signed_in: 'allowed' });
  expect(await isKept(token)).toBe(true);
});

test('A master ends the sessions of another person, who may sign in again, and the audit log names it', async () => {
  const token = await login({ keep_signed_in: true });
  const { id, name } = (await guard.call('GET /api/v1/auth/me', { token })).body;
  expect((await as('master', `DELETE /api/v1/users/${id}/sessions`)).status).toBe(204);
  expect((await guard.call('GET /api/v1/auth/me', { token })).status).toBe(401);
  expect(await isKept(await login())).toBe(false);
  const { data } = (await as('master', 'GET /api/v1/audit-events?action=user.sessions_ended')).body;
  expect(data).toMatchObject([{ entity: { id, name }, actor: { name: 'Acme Master' } }]);
});

test('The sessions of a person are ended only if nobody has changed the person since they were read', async () => {
  const { id } = (await guard.call('GET /api/v1/auth/me', { token: await login() })).body;
  const headers = { 'If-Match': '"stale"' };
  expect((await as('master', `DELETE /api/v1/users/${id}/sessions`, { headers })).status).toBe(412);
});
