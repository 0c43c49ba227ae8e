import { describe, expect, test } from 'vitest';
import { isId } from '../../../../shared/base/ids.ts';
import {
  bodyOfDelivery,
  deliveryId,
  deliveryItem,
  firstMessage,
  newDelivery,
  nextMessage,
  readDeliveryMessage,
} from '../../../../shared/webhooks/delivery.ts';

const [webhook, other] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'];
const entry = '019a1234-5678-7abc-8def-0123456789ab';
const NEXT = '2026-11-22T12:01:00.000+00:00';

const delivery = newDelivery({
  id: deliveryId(webhook, entry),
  webhook_id: webhook,
  tenant_id: other,
  event: 'alert.raised',
  created_at: '2026-11-22T12:00:00.000+00:00',
});

test('The id of a webhook delivery depends on its webhook and its history entry only', () => {
  const id = deliveryId(webhook, entry);
  expect(deliveryId(webhook, entry)).toBe(id);
  const others = [deliveryId(other, entry), deliveryId(webhook, other), entry, webhook];
  expect(new Set([id, ...others]).size).toBe(5);
});

test('The id of a webhook delivery is a valid id with the time of its history entry', () => {
  for (let place = 0; place < 100; place += 1) {
    const id = deliveryId(`${webhook}${place}`, entry);
    expect(isId(id)).toBe(true);
    expect(id.slice(0, 13)).toBe(entry.slice(0, 13));
  }
});

test('Every webhook delivery keeps its body, only a pending one has a timer, and all expire a week after their last attempt', () => {
  const week = Date.parse('2026-11-29T12:00:00.000Z') / 1_000;
  const over = deliveryItem(delivery, '{}');
  expect(over).toMatchObject({ ttl: week });
  for (const name of ['timer', 'due']) expect(over).not.toHaveProperty(name);
  const pending = deliveryItem({ ...delivery, next_attempt_at: NEXT }, '{}');
  expect(pending).toMatchObject({ ttl: week, due: NEXT, timer: expect.stringMatching(/^delivery#\d+$/) });
  // The week begins with the last attempt.
  const late = deliveryItem({ ...delivery, last_attempt_at: '2026-11-30T12:00:00.000+00:00' }, '{}');
  expect(late.ttl - over.ttl).toBe(8 * 86_400);
  expect([bodyOfDelivery(pending), bodyOfDelivery(over)]).toEqual(['{}', '{}']);
});

describe('deliveryMessage', () => {
  const IDENTITY = {
    id: '019a0000-0000-7000-8000-000000000009',
    webhook_id: '019a0000-0000-7000-8000-000000000001',
    tenant_id: '019a0000-0000-7000-8000-000000000002',
    event: 'alert.raised',
    created_at: '2026-11-22T12:00:00.000+00:00',
  };
  const DUE = '2026-11-22T12:01:00.000+00:00';

  test('A queued webhook delivery contains only characters that SQS accepts, and reading it restores all others', () => {
    const every = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('');
    const body = JSON.stringify({ message: `${every}\\uffff 🚒` });
    const message = firstMessage(IDENTITY, body, false);
    // API reference, "SendMessage"; serialized JSON has no line breaks and tabs.
    expect(message.body).toMatch(/^[\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
    expect(readDeliveryMessage(message.body)).toEqual({ ...IDENTITY, attempts: 0, body });
  });

  test('Each webhook has its own message group in the queue, and each attempt its own deduplication id', () => {
    const first = firstMessage(IDENTITY, '{}', false);
    const again = nextMessage(newDelivery(IDENTITY), DUE, false);
    expect([first.groupId, again.groupId]).toEqual([IDENTITY.webhook_id, IDENTITY.webhook_id]);
    expect(first.deduplicationId).toBe(IDENTITY.id);
    expect(again.deduplicationId).toBe(`${IDENTITY.id}-${Date.parse(DUE)}`);
    expect(readDeliveryMessage(again.body)).toEqual({ ...IDENTITY, attempts: 0 });
  });

  test('The critical alerts of a webhook have a message group of their own, so that other alerts do not delay them', () => {
    const groups = [firstMessage(IDENTITY, '{}', true), nextMessage(newDelivery(IDENTITY), DUE, true)];
    for (const { groupId } of groups) expect(groupId).toBe(`${IDENTITY.webhook_id}-critical`);
  });
});
