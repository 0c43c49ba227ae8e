import { expect, test } from 'vitest';
import { waitForLimit } from '../../../../../lib/local/triggers/sockets.ts';
import { makeTrialHost } from '../../../../support/trigger-host.ts';

const MINUTE = 60_000;

function connect() {
  const host = makeTrialHost();
  const closed = new AbortController();
  const connectedAt = host.clock();
  const connection = { connectedAt, lastActiveAt: connectedAt };
  let endedAt: number | undefined;
  void waitForLimit(connection, closed.signal, host).then(() => {
    endedAt = (host.clock().getTime() - connectedAt.getTime()) / MINUTE;
  });
  return { host, closed, connection, endedAt: () => endedAt };
}

test('A connection to the local server ends after 10 idle minutes', async () => {
  const { host, connection, endedAt } = connect();
  await host.advance(9 * MINUTE);
  connection.lastActiveAt = host.clock();
  await host.advance(9 * MINUTE);
  expect(endedAt()).toBeUndefined();
  await host.advance(9 * MINUTE);
  expect(endedAt()).toBe(19);
});

test('A connection to the local server ends after 2 hours', async () => {
  const { host, connection, endedAt } = connect();
  for (let minute = 0; minute < 150; minute += 1) {
    connection.lastActiveAt = host.clock();
    await host.advance(MINUTE);
  }
  expect(endedAt()).toBe(120);
});

test('A closed connection to the local server has no more timeouts', async () => {
  const { host, closed, endedAt } = connect();
  closed.abort();
  await host.advance(0);
  expect(endedAt()).toBe(0);
});
