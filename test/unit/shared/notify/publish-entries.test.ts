import { describe, expect, test } from 'vitest';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { ALERT_EVENTS } from '../../../../shared/alerts/alert-event.ts';
import { GUARD_ITSELF } from '../../../../shared/base/actor.ts';
import type { OutgoingMessage } from '../../../../shared/lambda/send-messages.ts';
import { NOTIFICATION_RULES } from '../../../../shared/notify/notification-rule.ts';
import { readNotifyMessage } from '../../../../shared/notify/notify-message.ts';
import { publishEntries, queueDeliveries } from '../../../../shared/notify/publish-entries.ts';
import type { ItemKey } from '../../../../shared/table/keys.ts';
import type { EntityItem } from '../../../../shared/table/kind.ts';
import { deliveryId } from '../../../../shared/webhooks/delivery.ts';
import { webhookItem } from '../../../../shared/webhooks/webhook.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { makeNotificationRule } from '../../../support/make-notification-rule.ts';
import { makeWebhook } from '../../../support/make-webhook.ts';

const AT = '2026-11-22T12:00:00.000+00:00';
const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const { tenant_id } = makeWebhook();
const alert = makeAlert({ tenant_id });
const entries = [0, 1].map((place) =>
  ALERT_EVENTS.item({
    id: idOf(place),
    alert_id: alert.id,
    tenant_id,
    note: null,
    at: AT,
    action: place === 0 ? 'raised' : 'noted',
    actor: GUARD_ITSELF,
  }),
);
const items = new Map(
  [...entries, ALERTS.item(alert)].map((item): [string, ItemKey] => [`${item.pk} ${item.sk}`, item]),
);
const webhook = webhookItem(makeWebhook({ events: ['alert.raised', 'alert.noted'] }), []);
const rule = NOTIFICATION_RULES.item(makeNotificationRule());

interface Subscribers {
  readonly webhooks?: readonly object[];
  readonly rules?: readonly object[];
}

/** Publishes two entries of a tenant. Returns the calls of the table, what was sent, and the keys of unreadable items. */
async function publish({ webhooks = [], rules = [] }: Subscribers, sendToWebhooks = async () => {}) {
  const unreadable: ItemKey[] = [];
  const toPeople: OutgoingMessage[] = [];
  const { table, sent: calls } = fakeTable(({ name, input }) => {
    if (name === 'QueryCommand') {
      const isOfRules = Object.values(input.ExpressionAttributeValues).includes(NOTIFICATION_RULES.prefix());
      return { Items: isOfRules ? rules : webhooks };
    }
    if (name !== 'BatchGetCommand') return {};
    const keys: ItemKey[] = input.RequestItems['guard-test'].Keys;
    return { Responses: { 'guard-test': keys.flatMap(({ pk, sk }) => items.get(`${pk} ${sk}`) ?? []) } };
  });
  const published = publishEntries(table, entries, {
    now: new Date(AT),
    random: () => 0,
    sendToWebhooks,
    async sendToPeople(messages) {
      toPeople.push(...messages);
    },
    onUnreadable: (key) => unreadable.push(key),
  });
  const error = await published.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const messages = toPeople.map(({ body }) => readNotifyMessage(body));
  return { calls: calls.map(({ name }) => name), messages, unreadable, error };
}

const READ = ['QueryCommand', 'QueryCommand', 'BatchGetCommand'];

test('A tenant’s events are read once, after one query for its webhooks and one for its notification rules', async () => {
  expect((await publish({ webhooks: [webhook], rules: [rule] })).calls).toEqual(READ);
  expect((await publish({ rules: [rule] })).calls).toEqual(READ);
});

test('The events of a tenant without webhooks and notification rules are not read', async () => {
  expect((await publish({})).calls).toEqual(['QueryCommand', 'QueryCommand']);
});

test('An event that matches notification rules gets one message, which names all of them; other events get none', async () => {
  const other = NOTIFICATION_RULES.item(makeNotificationRule({ id: idOf(7) }));
  const disabled = NOTIFICATION_RULES.item(makeNotificationRule({ id: idOf(8), status: 'disabled' }));
  const { messages } = await publish({ rules: [rule, disabled, other] });
  expect(messages).toEqual([
    {
      kind: 'event',
      tenant_id,
      subject_id: alert.id,
      entry_id: idOf(0),
      event: 'alert.raised',
      site_id: alert.site_id,
      at: AT,
      severity: alert.severity,
      rule_ids: [rule.id, idOf(7)],
    },
  ]);
});

test('A notification rule that this release cannot read is skipped and reported, and other rules still match', async () => {
  const strange: EntityItem = { ...rule, data: { ...rule.data, events: ['alert.invented'] } };
  const { messages, unreadable } = await publish({ rules: [strange, rule] });
  expect(messages).toMatchObject([{ rule_ids: [rule.id] }]);
  expect(unreadable).toEqual([{ pk: rule.pk, sk: rule.sk }]);
});

test('A recipient in a stored notification rule may have fields of another release', async () => {
  const [recipient] = makeNotificationRule().recipients;
  const later: EntityItem = { ...rule, data: { ...rule.data, recipients: [{ ...recipient, later: 1 }] } };
  expect((await publish({ rules: [later] })).messages).toHaveLength(1);
});

test('If the webhook queue rejects its messages, the batch fails, but people are still notified of the event', async () => {
  const { error, messages } = await publish({ webhooks: [webhook], rules: [rule] }, () =>
    Promise.reject(new Error('full')),
  );
  expect([error, messages.length]).toEqual([new Error('full'), 1]);
});

describe('queueDeliveries', () => {
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

  test('Messages to webhooks are queued first; then the deliveries to failing webhooks are stored in parallel', async () => {
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
});
