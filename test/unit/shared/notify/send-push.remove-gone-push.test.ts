import { expect, test } from 'vitest';
import { watchPush } from '../../../../shared/notify/send-push.ts';
import type { SendResult } from '../../../../shared/notify/sender.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const owner = { tenantId: 'acme', userId: 'olga' };
const MESSAGE = { subject: '', text: '', link: '', tag: '' };
const ID = '019a0000-0000-7000-8000-000000000001';

const subscriptionOf = (endpoint: string) => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } });
const channelOf = (id: string, endpoint: string) => ({
  id,
  kind: 'push',
  address: 'push.example.com',
  subscription: subscriptionOf(endpoint),
  verified_at: '2026-11-20T12:00:30.000+00:00',
  created_at: '2026-11-20T12:00:30.000+00:00',
});

const GONE: SendResult = { outcome: 'refused', reason: 'subscription_gone', isFinal: true };
const Item = {
  channels: [
    channelOf(ID, 'https://push.example.com/1'),
    channelOf('019a0000-0000-7000-8000-000000000002', 'https://push.example.com/2'),
  ],
  revision: 3,
};

/** Sends to a subscription of the channel, and removes it if it is gone. */
async function pushTo(endpoint: string, result: SendResult, answers: readonly unknown[]) {
  const { table, sent } = fakeTable(answers);
  const push = watchPush(async () => result);
  const destination = { kind: 'push', address: 'push.example.com', subscription: subscriptionOf(endpoint) };
  expect(await push.send({ ...destination, kind: 'push' }, MESSAGE)).toEqual(result);
  await push.removeGone(table, owner, ID);
  return sent;
}

test('A push channel is removed if its push service says that the subscription has ended; other channels stay', async () => {
  const sent = await pushTo('https://push.example.com/1', GONE, [{ Item }]);
  expect(sent.map(({ name }) => name)).toEqual(['GetCommand', 'UpdateCommand']);
  expect(sent[1]?.input.Key).toEqual({ pk: 'TENANT#acme', sk: 'CHANNELS#olga' });
  expect(Object.values(sent[1]?.input.ExpressionAttributeValues)).toContainEqual([Item.channels[1]]);
});

test('A push channel stays if its browser has subscribed again meanwhile', async () => {
  const sent = await pushTo('https://push.example.com/old', GONE, [{ Item }]);
  expect(sent.map(({ name }) => name)).toEqual(['GetCommand']);
});

test.each<SendResult>([
  { outcome: 'sent' },
  { outcome: 'refused', reason: 'refused', isFinal: true },
  { outcome: 'unknown', reason: 'no_answer' },
])('After a push with the result %j, the channel is kept without being read', async (result) => {
  expect(await pushTo('https://push.example.com/1', result, [])).toEqual([]);
});

test('If removing a push channel fails, no error is thrown, because the next push tries again', async () => {
  const sent = await pushTo('https://push.example.com/1', GONE, [new Error('No table')]);
  expect(sent.map(({ name }) => name)).toEqual(['GetCommand']);
});
