import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Listeners } from '../../../../lib/receiver/listeners.ts';

const HOST = '127.0.0.1';

/** Listeners, and how many connections each of their servers has taken. */
function counted() {
  const taken: number[] = [];
  const listeners = new Listeners(
    () => {
      const place = taken.push(0) - 1;
      return createServer((socket) => {
        taken[place] = (taken[place] ?? 0) + 1;
        socket.destroy();
      });
    },
    { host: HOST, backlog: 100 },
  );
  onTestFinished(() => listeners.close());
  return { listeners, taken };
}

const visit = async (port: number) => {
  const socket = connect(port, HOST).resume();
  await once(socket, 'close');
};

test('Several servers share a port and its connections, and let go of it when they are closed', async () => {
  const { listeners, taken } = counted();
  const port = await listeners.listen(0, 8);
  for (let visitor = 0; visitor < 64; visitor++) await visit(port);
  expect(taken.reduce((sum, some) => sum + some)).toBe(64);
  // That one server of eight takes all 64 connections by chance happens once in 2^189 runs.
  expect(taken.filter((some) => some > 0).length).toBeGreaterThan(1);
  await listeners.close();
  await expect(visit(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('A single server has its port for itself', async () => {
  const { listeners } = counted();
  const port = await listeners.listen(0, 1);
  await expect(counted().listeners.listen(port, 1)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect(counted().listeners.listen(port, 2)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
