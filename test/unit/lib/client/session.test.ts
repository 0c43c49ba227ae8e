import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { failure, fakeService, gate, HOUR_MS, json, type SentRequest } from './fake-service.ts';

const REFRESH = '/api/v1/auth/refresh';

function refreshing(request: SentRequest): Response {
  return json(request.path === REFRESH ? { token: '2|new' } : {});
}

test('The typed client renews a session in the second half of its lifetime, once for 20 concurrent requests', async () => {
  const changes: unknown[] = [];
  const service = fakeService(refreshing, { onSessionChanged: (session) => changes.push(session) });
  service.now = 12 * HOUR_MS;
  await Promise.all(Array.from({ length: 20 }, () => service.guard.me()));
  expect(service.sent.filter(({ path }) => path === REFRESH)).toHaveLength(1);
  expect(service.sent[0]).toMatchObject({ method: 'POST', path: REFRESH, token: '1|old' });
  expect(service.sent.slice(1).map(({ token }) => token)).toEqual(Array(20).fill('2|new'));
  expect(changes).toEqual([{ token: '2|new', issuedAt: 12 * HOUR_MS }]);
});

test('The typed client does not renew a session in the first half of its lifetime, or if the session’s age is unknown', async () => {
  const service = fakeService(refreshing);
  service.now = 12 * HOUR_MS - 1;
  await service.guard.me();
  service.guard.useSession({ token: '9|from-elsewhere' });
  service.now = 1_000 * HOUR_MS;
  await service.guard.me();
  expect(service.sent.map(({ path }) => path)).toEqual(['/api/v1/auth/me', '/api/v1/auth/me']);
});

test('Options of the typed client set the lifetime of a session and how long before its end the client renews it', async () => {
  const service = fakeService(refreshing, { tokenLifetimeMinutes: 120, refreshMarginMinutes: 10 });
  service.now = 110 * 60_000 - 1;
  await service.guard.me();
  expect(service.sent).toHaveLength(1);
  service.now += 1;
  await service.guard.me();
  expect(service.sent[1]?.path).toBe(REFRESH);
});

test('While the old token is valid, calls succeed although the typed client cannot renew the session; the client retries after a minute', async () => {
  const service = fakeService(({ path }) => (path === REFRESH ? failure(500, 'internal_error') : json({})));
  service.now = 13 * HOUR_MS;
  await service.guard.me();
  await service.guard.me();
  expect(service.sent.map(({ path }) => path)).toEqual([REFRESH, '/api/v1/auth/me', '/api/v1/auth/me']);
  service.now += 60_000;
  await service.guard.me();
  expect(service.sent[3]?.path).toBe(REFRESH);
});

test('After the token has expired, a call of the typed client fails if the session cannot be renewed', async () => {
  const service = fakeService(() => Promise.reject(new TypeError('offline')));
  service.now = 25 * HOUR_MS;
  await expect(service.guard.me()).rejects.toMatchObject({ code: 'network_error' });
  expect(service.guard.session).toBeDefined();
});

test('If the renewal of a session gets a 401, the typed client’s session ends and all waiting calls fail', async () => {
  const changes: unknown[] = [];
  const service = fakeService(() => failure(401, 'unauthenticated'), {
    onSessionChanged: (session) => changes.push(session),
  });
  service.now = 13 * HOUR_MS;
  const outcomes = await Promise.allSettled([service.guard.me(), service.guard.me(), service.guard.me()]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unauthenticated', status: 401 } });
  }
  expect(service.sent).toHaveLength(1);
  expect(changes).toEqual([undefined]);
});

test('After a 401 has ended the session, the typed client’s next call fails without sending a request', async () => {
  const service = fakeService(() => failure(401, 'unauthenticated'));
  await expect(service.guard.me()).rejects.toMatchObject({ code: 'unauthenticated', status: 401 });
  expect(service.guard.session).toBeUndefined();
  await expect(service.guard.me()).rejects.toMatchObject({ code: 'unauthenticated', status: undefined });
  expect(service.sent).toHaveLength(1);
});

test('If a request is rejected because its token was renewed meanwhile, the typed client sends the request again with the new token', async () => {
  const overtaken = gate();
  const service = fakeService(async ({ path, token }) => {
    if (path === REFRESH) return json({ token: '2|new' });
    if (token === '2|new') return json({ name: 'Olga' });
    await overtaken.promise;
    return failure(401, 'unauthenticated');
  });
  const me = service.guard.me();
  await service.guard.refresh();
  overtaken.resolve();
  expect(await me).toMatchObject({ name: 'Olga' });
  expect(service.guard.session?.token).toBe('2|new');
});

test('If a request is rejected while its token is being renewed, the typed client waits, and sends the request again with the new token', async () => {
  const [asked, renewed] = [gate(), gate()];
  const service = fakeService(async ({ path, token }) => {
    if (path === REFRESH) {
      await renewed.promise;
      return json({ token: '2|new' });
    }
    if (token === '2|new') return json({ name: 'Olga' });
    await asked.promise;
    return failure(401, 'unauthenticated');
  });
  const me = service.guard.me();
  const renewal = service.guard.refresh();
  asked.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  renewed.resolve();
  await renewal;
  expect(await me).toMatchObject({ name: 'Olga' });
  expect(service.guard.session?.token).toBe('2|new');
});

test('With useSession, the typed client takes over a session, such as one of another tab, without calling onSessionChanged', async () => {
  const changes: unknown[] = [];
  const service = fakeService(refreshing, { onSessionChanged: (session) => changes.push(session) });
  service.guard.useSession({ token: '7|another-tab', issuedAt: 0 });
  await service.guard.me();
  service.guard.useSession(undefined);
  await expect(service.guard.me()).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(service.sent.map(({ token }) => token)).toEqual(['7|another-tab']);
  expect(changes).toEqual([]);
});

test('A renewal that ends late does not replace a session that the application has passed to useSession meanwhile', async () => {
  const slow = gate();
  const service = fakeService(async () => {
    await slow.promise;
    return json({ token: '2|new' });
  });
  const renewal = service.guard.refresh();
  service.guard.useSession({ token: '7|another-tab' });
  slow.resolve();
  await renewal;
  expect(service.guard.session).toEqual({ token: '7|another-tab' });
});

test('Logout removes the session from the typed client at once, even if the service does not answer and the call fails', async () => {
  const service = fakeService(() => Promise.reject(new TypeError('offline')));
  const logout = service.guard.logout();
  await expect(logout).rejects.toMatchObject({ code: 'network_error' });
  expect(service.sent[0]).toMatchObject({ path: '/api/v1/auth/logout', token: '1|old' });
  expect(service.guard.session).toBeUndefined();
  await service.guard.logout();
  expect(service.sent).toHaveLength(1);
});

test('Logout of the typed client waits for a running renewal and ends the renewed session', async () => {
  const service = fakeService(refreshing);
  const renewal = service.guard.refresh();
  await Promise.all([renewal, service.guard.logout()]);
  expect(service.sent.map(({ path, token }) => [path, token])).toEqual([
    [REFRESH, '1|old'],
    ['/api/v1/auth/logout', '2|new'],
  ]);
});

test('The session token appears neither in the typed client’s errors nor when the client object is printed', async () => {
  const service = fakeService(() => Promise.reject(new TypeError('offline')));
  const error = await service.guard.me().catch((reason: unknown) => reason);
  for (const text of [inspect(service.guard, { depth: 9 }), JSON.stringify(service.guard), inspect(error)]) {
    expect(text).not.toContain('1|old');
  }
});
