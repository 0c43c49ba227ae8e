import { expect, test } from 'vitest';
import type { OutgoingMessage } from '../../../../shared/lambda/send-messages.ts';
import { deliveryItem, newDelivery } from '../../../../shared/webhooks/delivery.ts';
import { deliveryWork } from '../../../../shared/webhooks/delivery-work.ts';
import { type Webhook, webhookItem } from '../../../../shared/webhooks/webhook.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeWebhook } from '../../../support/make-webhook.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const DUE = '2026-11-22T11:59:00.000+00:00';
const SECRETS = [{ encrypted: 'kms-1:x' }];

/** Runs the timers of deliveries of one webhook. Resolves to the number of messages, and the minutes until each is due again. */
async function take(count: number, webhook: Webhook | undefined, bodies: readonly string[] = []) {
  const { table, sent } = fakeTable(({ name }) =>
    name === 'GetCommand' ? { Item: webhook && webhookItem(webhook, SECRETS) } : {},
  );
  const messages: OutgoingMessage[] = [];
  const work = deliveryWork(async (message) => void messages.push(message));
  const run = { table, now: NOW } as Parameters<typeof work.run>[1];
  const { id: webhook_id, tenant_id } = makeWebhook();
  for (let place = 0; place < count; place += 1) {
    const id = `019a0000-0000-7000-8000-${String(place).padStart(12, '0')}`;
    const delivery = newDelivery({ id, webhook_id, tenant_id, event: 'alert.raised', created_at: DUE });
    await work.run(deliveryItem({ ...delivery, next_attempt_at: DUE }, bodies[place] ?? '{}'), run);
  }
  const updates = sent.filter(({ name }) => name === 'UpdateCommand').map(({ input }) => input);
  return {
    sent: messages.length,
    groups: messages.map(({ groupId }) => groupId),
    reads: sent.filter(({ name }) => name === 'GetCommand').length,
    updates,
    minutes: updates.map((it) => (Date.parse(it.ExpressionAttributeValues[':v0']) - NOW.getTime()) / 60_000),
  };
}

test('All due deliveries of a webhook are sent, and checked again after an hour', async () => {
  const { sent, reads, minutes, updates } = await take(7, makeWebhook());
  expect([sent, reads]).toEqual([7, 1]);
  expect(minutes).toEqual(Array(7).fill(60));
  // The condition protects the timer of an attempt that was faster.
  for (const update of updates) {
    expect(update).toMatchObject({
      UpdateExpression: 'SET #due = :v0',
      ConditionExpression: '#due = :v1',
      ExpressionAttributeNames: { '#due': 'due' },
      ExpressionAttributeValues: { ':v1': DUE },
    });
  }
});

test('A run of the timers sends three deliveries of a failing webhook, and the others wait for their turns', async () => {
  const { sent, reads, minutes } = await take(8, makeWebhook({ failing_since: DUE }));
  expect([sent, reads]).toEqual([3, 1]);
  expect(minutes).toEqual([60, 60, 60, 4, 4, 4, 8, 8]);
});

test.each([
  ['is disabled', makeWebhook({ failing_since: DUE, status: 'disabled', disabled_reason: 'failing' })],
  ['is deleted', undefined],
])('Pending webhook deliveries are sent to the queue at once if their webhook %s', async (_, webhook) => {
  expect((await take(8, webhook)).sent).toBe(8);
});

const bodyOf = (severity: string) => JSON.stringify({ type: 'alert.raised', data: { alert: { severity } } });

test('Critical alerts to a failing webhook take turns of their own, and do not wait for other deliveries', async () => {
  const bodies = [...Array(5).fill(bodyOf('high')), ...Array(4).fill(bodyOf('critical'))];
  const { minutes, groups } = await take(9, makeWebhook({ failing_since: DUE }), bodies);
  expect(minutes).toEqual([60, 60, 60, 4, 4, 60, 60, 60, 4]);
  const { id } = makeWebhook();
  expect(groups).toEqual([id, id, id, ...Array(3).fill(`${id}-critical`)]);
});

test.each([
  [bodyOf('critical'), 'critical'],
  [bodyOf('low'), 'low'],
  [bodyOf('worse'), undefined],
  ['{"type":"device.offline","data":{"device":{}}}', undefined],
  ['broken', undefined],
  [undefined, undefined],
])('The severity of a delivery with the body %s is %s', (body, severity) => {
  const work = deliveryWork(async () => {});
  expect(work.severityOf?.({ body })).toBe(severity);
});
