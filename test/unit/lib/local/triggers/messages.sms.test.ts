import { expect, test } from 'vitest';
import { notifyPeopleTrigger } from '../../../../../functions/jobs/notifications.ts';
import { openServices } from '../../../../../lib/local/triggers/services.ts';

const SMS = {
  DestinationPhoneNumber: '+4915123456789',
  OriginationIdentity: 'GUARD',
  MessageBody: 'critical',
  MessageType: 'TRANSACTIONAL',
  Context: { notification: 'n' },
};

async function post(body: object, operation = 'SendTextMessage', headers: Record<string, string> = {}) {
  const options = { clock: () => new Date(1_000), newId: () => 'id', log: () => {} };
  const services = await openServices([notifyPeopleTrigger], options);
  const response = await fetch(services.url, {
    method: 'POST',
    headers: {
      authorization: 'AWS4-HMAC-SHA256 x',
      'x-amz-target': `PinpointSMSVoiceV2.${operation}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const receipts = services.queues.get(notifyPeopleTrigger.name)?.queue.receive(10) ?? [];
  const answer = { status: response.status, receipts, items: services.outbox.items };
  await services.close();
  return answer;
}

test('After the local server accepts an SMS, it sends an SMS receipt with the message’s context to the function that notifies people', async () => {
  const { status, receipts } = await post(SMS);
  expect(status).toBe(200);
  expect(receipts.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      eventType: 'TEXT_DELIVERED',
      eventTimestamp: 1_000,
      isFinal: true,
      messageId: 'id',
      messageStatus: 'DELIVERED',
      context: { notification: 'n' },
    },
  ]);
});

test.each([
  ['to no phone number', { ...SMS, DestinationPhoneNumber: 'olga@acme.test' }],
  ['without a text', { ...SMS, MessageBody: '' }],
  ['for advertisement', { ...SMS, MessageType: 'PROMOTIONAL' }],
  ['with a field that Guard does not send', { ...SMS, MaxPrice: '1' }],
])('The local server refuses an SMS %s, and delivers no SMS receipt', async (_, body) => {
  expect(await post(body)).toEqual({ status: 400, receipts: [], items: [] });
});

test('The local SMS service rejects every operation but SendTextMessage, and every unsigned request', async () => {
  expect((await post(SMS, 'DeletePhoneNumber')).status).toBe(400);
  expect(
    (await post(SMS, 'SendTextMessage', { authorization: '', 'content-type': 'text/plain' })).status,
  ).toBe(403);
});
