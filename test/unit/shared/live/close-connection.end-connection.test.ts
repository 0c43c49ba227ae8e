import { expect, test } from 'vitest';
import { endConnectionWork } from '../../../../shared/live/close-connection.ts';
import { connectionItems } from '../../../../shared/live/connection.ts';
import { liveTable, makeConnection, NOW, trialSockets } from '../../../support/live-trial.ts';

/** Runs the timer of a connection that ends at this time. */
async function run(endsAt: Date) {
  const connection = makeConnection(1, { endsAt });
  const { table, forgotten } = liveTable([connection]);
  const { sockets, posts, closed } = trialSockets();
  const [item] = connectionItems(connection);
  await endConnectionWork(sockets).run(item as never, { table, now: NOW } as never);
  return { posts, closed, forgotten: forgotten() };
}

test('An expired live connection receives the reason, is closed, and is deleted from the table', async () => {
  expect(await run(NOW)).toEqual({
    posts: [{ id: 'c1=', text: '{"type":"closing","reason":"lifetime_over"}' }],
    closed: ['c1='],
    forgotten: ['c1='],
  });
});

test('A live connection that has not expired stays open', async () => {
  expect(await run(new Date(NOW.getTime() + 1))).toEqual({ posts: [], closed: [], forgotten: [] });
});
