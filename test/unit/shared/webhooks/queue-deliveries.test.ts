import { expect, test } from 'vitest';
import { GUARD_ITSELF } from '../../../../shared/actor.ts';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { ALERT_EVENTS } from '../../../../shared/alerts/alert-event.ts';
import type { OutgoingMessage } from '../../../../shared/lambda/send-messages.ts';
import type { ItemKey } from '../../../../shared/table/keys.ts';
import { queueDeliveries } from '../../../../shared/webhooks/queue-deliveries.ts';
import { webhookItem } from '../../../../shared/webhooks/webhook.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { makeWebhook } from '../../../support/make-webhook.ts';

const AT = '2026-11-22T12:00:00.000+00:00';
const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const { tenant_id } = makeWebhook();
const alert = makeAlert({ tenant_id });
const entries = Array.from({ length: 50 }, (_, place) => {
  const entry = { id: idOf(place), alert_id: alert.id, tenant_id, note: null, at: AT };
  return ALERT_EVENTS.item({ ...entry, action: 'raised', actor: GUARD_ITSELF });
});
const webhooks = [null, AT, AT, AT].map((failing_since, place) =>
  webhookItem(makeWebhook({ id: idOf(900 + place), failing_since }), []),
);
const items = new Map(
  [...entries, ALERTS.item(alert)].map((item) => [`${item.pk} ${item.sk}`, item as ItemKey]),
);

test('Messages to webhooks are queued before deliveries to failing webhooks are stored, and those are stored in parallel', async () => {
  const sent: OutgoingMessage[] = [];
  const storedBeforeSending: number[] = [];
  const { table, sent: calls } = fakeTable(({ name, input }) => {
    if (name === 'QueryCommand') return { Items: webhooks };
    if (name !== 'BatchGetCommand') return {};
    const keys: ItemKey[] = input.RequestItems['guard-test'].Keys;
    return { Responses: { 'guard-test': keys.flatMap(({ pk, sk }) => items.get(`${pk} ${sk}`) ?? []) } };
  });
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
  await queueDeliveries(table, entries, {
    now: new Date(AT),
    random: () => 0,
    async send(messages) {
      storedBeforeSending.push(stored());
      sent.push(...messages);
    },
    onUnreadable: (_, error) => expect.fail(String(error)),
  });
  expect(sent.map(({ groupId }) => groupId)).toEqual(Array(50).fill(idOf(900)));
  expect(storedBeforeSending).toEqual([0]);
  expect(stored()).toBe(3 * 50);
  expect(most).toBe(25);
});
