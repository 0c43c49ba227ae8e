import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../../../lib/receiver/receiver.ts';
import { STANDARD_DIALECT } from '../../../../shared/panels/frames.ts';
import { writeMessage } from '../../../../shared/panels/message.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

test('A receiver whose table does not answer is not ready, and ends within its time, with all connections', async () => {
  const { table, sent } = fakeTable(() => new Promise(() => {}));
  const problems: string[] = [];
  const receiver = await startReceiver({
    table,
    secrets: { decrypt: async () => undefined },
    randomBytes: (size) => new Uint8Array(size),
    retentionDays: 400,
    clock: () => NOW,
    host: '127.0.0.1',
    port: 0,
    log: (message) => problems.push(message),
    limits: { stopMilliseconds: 50 },
  });
  const socket = connect(receiver.port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const message = { token: 'SIA-DCS', sequence: '0001', address: 'L0#1234', data: '#1234|NFA1' };
  socket.write(writeMessage(message, STANDARD_DIALECT));
  await expect.poll(() => sent.map(({ name }) => name)).toEqual(['QueryCommand', 'GetCommand']);
  expect(receiver.isReady()).toBe(false);
  const closed = once(socket, 'close');
  await receiver.stop();
  await closed;
  expect(receiver.connections()).toBe(0);
  expect(problems).toEqual([expect.stringContaining('Panels repeat what was not answered')]);
});
