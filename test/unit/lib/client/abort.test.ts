import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { abortReason, wait } from '../../../../lib/client/abort.ts';
import { failure, fakeService, gate, json } from './fake-service.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('A wait in the typed client ends after the given time', async () => {
  const waited = wait(30_000);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await waited;
});

test('An aborted wait in the typed client rejects at once and leaves no timer', async () => {
  const controller = new AbortController();
  const waited = wait(30_000, controller.signal);
  controller.abort(new Error('The user went away.'));
  await expect(waited).rejects.toThrow('The user went away.');
  expect(vi.getTimerCount()).toBe(0);
  await expect(wait(30_000, controller.signal)).rejects.toThrow('The user went away.');
});

test('The typed client rejects with an AbortError for a signal without a reason, as in React Native', () => {
  const { signal } = new AbortController();
  expect(abortReason(signal)).toMatchObject({ name: 'AbortError' });
});

test('A call of the typed client that is aborted during its request rejects with the signal’s reason, not with network_error', async () => {
  const controller = new AbortController();
  const service = fakeService(() => {
    controller.abort(new Error('The user went away.'));
    return Promise.reject(new TypeError('aborted'));
  });
  await expect(service.guard.me({ signal: controller.signal })).rejects.toThrow('The user went away.');
});

test('A call of the typed client whose signal is already aborted sends no request', async () => {
  const service = fakeService(() => failure(500, 'internal_error'));
  const signal = AbortSignal.abort(new Error('Too late.'));
  const credentials = { email: 'olga@acme.test', password: 'secret' };
  await expect(service.guard.login(credentials, { signal })).rejects.toThrow('Too late.');
  await expect(service.guard.me({ signal })).rejects.toThrow('Too late.');
  expect(service.sent).toEqual([]);
});

test('If a typed client call is aborted while it waits for a session renewal, the renewal continues', async () => {
  const slow = gate();
  const service = fakeService(async ({ path }) => {
    await slow.promise;
    return json(path.endsWith('/refresh') ? { token: '2|new' } : { name: 'Olga' });
  });
  const controller = new AbortController();
  const renewal = service.guard.refresh();
  const aborted = service.guard.me({ signal: controller.signal });
  const other = service.guard.me();
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  slow.resolve();
  await renewal;
  expect(await other).toMatchObject({ name: 'Olga' });
  expect(service.sent.map(({ token }) => token)).toEqual(['1|old', '2|new']);
});
