import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPageTimer, type TimerWorker } from '../../../../../lib/console/services/page-timer.ts';
import type { TimerRequest } from '../../../../../lib/console/worker/timer-worker.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function trialWorker() {
  const requests: TimerRequest[] = [];
  let ring: (event: { data: unknown }) => void = () => {};
  const worker: TimerWorker = {
    postMessage: (request) => requests.push(request),
    addEventListener: (_, listener) => {
      ring = listener;
    },
  };
  return { worker, requests, ring: (data: unknown) => ring({ data }) };
}

test('A wait of the console ends when its worker says so, although the browser slows the timers of the page', async () => {
  const { worker, requests, ring } = trialWorker();
  const wait = createPageTimer(() => worker);
  const waiting = wait(20_000);
  expect(requests).toEqual([{ id: 1, milliseconds: 20_000 }]);
  ring(1);
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['never answers', () => trialWorker().worker],
  [
    'cannot be started',
    () => {
      throw new Error('no');
    },
  ],
])('A wait of the console ends by the clock of the page if its worker %s', async (_, start) => {
  const waiting = createPageTimer(start)(20_000);
  await vi.advanceTimersByTimeAsync(20_000);
  await waiting;
});

test('A wait of the console that is aborted leaves no timer, neither in the page nor in its worker', async () => {
  const { worker, requests } = trialWorker();
  const stop = new AbortController();
  const waiting = createPageTimer(() => worker)(20_000, stop.signal);
  stop.abort('stopped');
  await expect(waiting).rejects.toBe('stopped');
  expect(requests.at(-1)).toEqual({ id: 1 });
  expect(vi.getTimerCount()).toBe(0);
});
