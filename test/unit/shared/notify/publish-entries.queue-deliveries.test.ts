import { expect, test } from 'vitest';
import type { OutgoingMessage } from '../../../../shared/lambda/send-messages.ts';
import { queueDeliveries } from '../../../../shared/notify/publish-entries.ts';
import { deliveryId } from '../../../../shared/webhooks/delivery.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeWebhook } from '../../../support/make-webhook.ts';

const AT = '2026-11-22T12:00:00.000+00:00';
const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const { tenant_id } = makeWebhook();
/** 50 events for 4 webhooks, of which the first does not fail. */
const needed = Array.from({ length: 50 }, (_, event) =>
  [900, 901, 902, 903].map(idOf).map((webhook_id, place) => {
    const id = deliveryId(webhook_id, idOf(event));
    const identity = { id, webhook_id, tenant_id, event: 'alert.raised', created_at: AT };
    return { identity, body: '{}', isCritical: event % 2 === 1, isFailing: place > 0 };
  }),
).flat();

test('Messages to webhooks are queued before deliveries to failing webhooks are stored, and those are stored in parallel', async () => {
  const sent: OutgoingMessage[] = [];
  const storedBeforeSending: number[] = [];
  const { table, sent: calls } = fakeTable(() => ({}));
  const { client } = table;
  const stored = () => calls.filter(({ name }) => name === 'PutCommand').length;
  let underWay = 0;
  let most = 0;
  const send = client.send.bind(client) as (command: never) => Promise<never>;
  client.send = async (command: never) => {
    underWay += 1;
    most = Math.max(most, underWay);
    const answer = await send(command);
    underWay -= 1;
    return answer;
  };
  await queueDeliveries(table, needed, {
    now: new Date(AT),
    random: () => 0,
    async send(messages) {
      storedBeforeSending.push(stored());
      sent.push(...messages);
    },
  });
  expect(sent.map(({ groupId }) => groupId)).toEqual(
    Array.from({ length: 50 }, (_, event) => (event % 2 === 1 ? `${idOf(900)}-critical` : idOf(900))),
  );
  expect(storedBeforeSending).toEqual([0]);
  expect(stored()).toBe(3 * 50);
  expect(most).toBe(25);
});
