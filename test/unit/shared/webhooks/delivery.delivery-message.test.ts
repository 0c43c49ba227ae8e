import { expect, test } from 'vitest';
import {
  firstMessage,
  newDelivery,
  nextMessage,
  readDeliveryMessage,
} from '../../../../shared/webhooks/delivery.ts';

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

test('The critical alerts of a webhook have a message group of their own, so that lower ones do not delay them', () => {
  const groups = [firstMessage(IDENTITY, '{}', true), nextMessage(newDelivery(IDENTITY), DUE, true)];
  for (const { groupId } of groups) expect(groupId).toBe(`${IDENTITY.webhook_id}-critical`);
});
