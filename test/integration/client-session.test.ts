import { afterEach, expect, test } from 'vitest';
import { createGuardClient, type GuardClient } from '../../lib/client/index.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let service: TestGuard;
afterEach(() => service.stop());

const HOUR_MS = 3_600_000;

/** A client with the service's clock: waiting advances it. */
async function signIn(waits: number[] = []): Promise<GuardClient> {
  const guard = createGuardClient({
    baseUrl: service.url,
    clock: () => service.clock.now.getTime(),
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      service.clock.advance(milliseconds);
    },
  });
  await guard.login({ email: 'operator@acme.test', password: DEMO_PASSWORD });
  return guard;
}

test('Twenty concurrent calls of the client in the second half of a session’s lifetime renew it once and all succeed', async () => {
  service = await startGuard({ settings: { authRequestsPerMinute: 1 } });
  const guard = await signIn();
  const first = guard.session;
  service.clock.advance(13 * HOUR_MS);
  const users = await Promise.all(Array.from({ length: 20 }, () => guard.me()));
  expect(new Set(users.map(({ email }) => email))).toEqual(new Set(['operator@acme.test']));
  expect(guard.session?.token).not.toBe(first?.token);
});

test('A typed client that is used every ten hours stays signed in for a week', async () => {
  service = await startGuard();
  const guard = await signIn();
  for (let hours = 0; hours < 168; hours += 10) {
    service.clock.advance(10 * HOUR_MS);
    expect(await guard.me()).toMatchObject({ email: 'operator@acme.test' });
  }
});

test('Calls of the typed client above the rate limit wait for the next minute and succeed', async () => {
  service = await startGuard({ settings: { apiRequestsPerMinute: 3 } });
  const waits: number[] = [];
  const guard = await signIn(waits);
  for (let calls = 0; calls < 7; calls++) await guard.me();
  // The clock starts 30 seconds into a minute.
  expect(waits).toEqual([30_000, 60_000]);
});

test('The typed client reports that the service has ended its session', async () => {
  service = await startGuard();
  const guard = await signIn();
  await service.call('POST /api/v1/auth/logout', { token: guard.session?.token });
  await expect(guard.alerts.list().all()).rejects.toMatchObject({ code: 'unauthenticated', status: 401 });
  expect(guard.session).toBeUndefined();
});
