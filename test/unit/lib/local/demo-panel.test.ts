import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { createPanelFrames, playDemoPanel } from '../../../../lib/local/demo-panel.ts';
import { meaningOf } from '../../../../shared/panels/meaning.ts';

function frames(count: number) {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: count }, createPanelFrames(random));
}

test('The demo’s panel ends what it has begun before anything else begins, so that no trouble stays open', () => {
  const events = frames(500)
    .flatMap(({ signals }) => signals)
    .map((signal) => meaningOf(signal));
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set(['opening', 'closing', 'intrusion', 'fire', 'mains-failure', 'low-battery']),
  );
  for (let place = 0; place + 1 < events.length; place += 2) {
    const [begun, ended] = [events[place], events[place + 1]];
    const isOver = begun?.kind === 'open' ? ended?.kind === 'close' : ended?.kind === 'restore';
    expect([begun?.code, ended?.code, isOver]).toEqual([begun?.code, ended?.code, true]);
    if (ended?.kind === 'restore') expect(ended.type).toBe(begun?.type);
  }
});

test('The demo’s panel numbers its frames without 0000, which would never be recognized as a repetition', () => {
  const numbers = frames(20_000).map(({ sequence }) => sequence);
  expect(numbers.every((it) => /^\d{4}$/.test(it) && it !== '0000')).toBe(true);
  expect(new Set(numbers.slice(0, 9_999)).size).toBe(9_999);
});

/** Plays until the first line in the log. */
async function firstLine(port: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const pause = () => Promise.resolve();
  const clock = () => new Date('2026-11-20T12:00:00.000Z');
  const stop = playDemoPanel({ port, clock, pause, random: () => 0.5, randomBytes, log: resolve });
  const line = await promise;
  await stop();
  return line;
}

test('The demo’s panel dials no more when the receiver does not answer, because its account was changed', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(await firstLine((server.address() as AddressInfo).port)).toBe(
    'The demo panel gets no answer, and dials no more.',
  );
  server.close();
});

test('The demo’s panel says that nobody listens', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  expect(await firstLine(port)).toContain('The demo panel does not reach the receiver: ');
});
