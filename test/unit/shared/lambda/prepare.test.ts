import { expect, test, vi } from 'vitest';
import { prepare } from '../../../../shared/lambda/prepare.ts';
import { makeRuntime } from '../../../support/make-runtime.ts';

const { runtime } = makeRuntime({ clock: () => new Date('2026-11-20T12:00:30.000Z') });

test.each<[string, () => typeof runtime, () => Promise<unknown>]>([
  [
    'a wrong setting',
    () => {
      throw new Error('no stage');
    },
    async () => {},
  ],
  [
    'a table that refuses the first read',
    () => runtime,
    () => Promise.reject(new Error('AccessDeniedException')),
  ],
])('A function starts despite %s', async (_, source, read) => {
  await expect(prepare(source, read)).resolves.toBeUndefined();
});

test('At its start, a function waits at most a second for a table that does not answer', async () => {
  vi.useFakeTimers();
  let isReady = false;
  const ready = prepare(
    () => runtime,
    () => new Promise(() => {}),
  ).then(() => {
    isReady = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(isReady).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await ready;
  vi.useRealTimers();
});
