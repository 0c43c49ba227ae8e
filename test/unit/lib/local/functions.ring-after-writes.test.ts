import { expect, test } from 'vitest';
import { ringAfterWrites } from '../../../../lib/local/functions.ts';
import { Bell } from '../../../../lib/local/triggers/host.ts';

const routes = [
  { name: 'list-sites', method: 'GET' },
  { name: 'create-site', method: 'POST' },
] as const;

/** Whether it has rung when the function of a route has ended. */
async function rings(name: string, handler: () => Promise<void>): Promise<boolean> {
  const bell = new Bell();
  const { signal } = bell;
  const endpoint = ringAfterWrites(async () => handler, routes, bell);
  const run = await endpoint(name);
  expect(signal.aborted).toBe(false);
  await Promise.resolve(run({} as never, {} as never)).catch(() => {});
  return signal.aborted;
}

test('A local function that can write makes the stream be read at once, even if the function fails', async () => {
  expect(await rings('create-site', async () => {})).toBe(true);
  expect(await rings('create-site', () => Promise.reject(new Error('no')))).toBe(true);
});

test('A local function that only reads does not make the stream be read', async () => {
  expect(await rings('list-sites', async () => {})).toBe(false);
});
