import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { API_BASE_URL_VARIABLE } from '../../shared/lambda/trigger.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let isTableDown = false;
beforeEach(async () => {
  isTableDown = false;
  guard = await startGuard({
    wrapTable: (table) => ({
      ...table,
      client: new Proxy(table.client, {
        get(client, name) {
          if (name === 'send' && isTableDown) return () => Promise.reject(new Error('The table is down'));
          const value = Reflect.get(client, name);
          return typeof value === 'function' ? value.bind(client) : value;
        },
      }),
    }),
  });
  vi.stubEnv(API_BASE_URL_VARIABLE, guard.url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await guard.stop();
});

/** Runs the probe. Resolves to the number of failed checks. */
async function probe(): Promise<number | undefined> {
  const seen = guard.metrics.length;
  await guard.runScheduled('probe-api');
  return guard.metrics.slice(seen).find(({ name }) => name === 'ProbeFailures')?.value;
}

test('The probe passes for a working service and measures the duration of each check', async () => {
  expect(await probe()).toBe(0);
  const checks = guard.metrics
    .filter(({ name }) => name === 'ProbeDuration')
    .map(({ dimensions }) => dimensions);
  expect(checks).toEqual([{ check: 'health' }, { check: 'token' }]);
  expect(guard.log()).not.toContain('Check failed');
});

test('The authorizer rejects the probe’s token as it rejects any unknown one', async () => {
  await probe();
  expect(guard.log()).toContain('"reason":"token_not_found"');
});

test('The probe detects a failed table, which the health check of the API does not show', async () => {
  isTableDown = true;
  expect(await probe()).toBe(1);
  const [line = '{}'] = guard
    .log()
    .split('\n')
    .filter((it) => it.includes('Check failed'));
  expect(JSON.parse(line)).toMatchObject({ check: 'token', failure: 'status 503 instead of 401' });
});

test('The probe counts no failure until Guard has heard itself once, because a first deployment creates the API last', async () => {
  vi.stubEnv(API_BASE_URL_VARIABLE, 'http://127.0.0.1:9');
  expect(await probe()).toBe(0);
  await guard.runScheduled('tick-timers');
  expect(await probe()).toBe(0);
  expect(guard.log()).toContain('Check failed');
});

test('The probe detects that the API no longer answers', async () => {
  await guard.runScheduled('tick-timers');
  vi.stubEnv(API_BASE_URL_VARIABLE, 'http://127.0.0.1:9');
  expect(await probe()).toBe(2);
});

test('The probe throws if the API’s address is not set, so that its metric is missing', async () => {
  vi.stubEnv(API_BASE_URL_VARIABLE, '');
  await expect(probe()).rejects.toThrow('API_BASE_URL is not set.');
});
