import { expect, test } from 'vitest';
import type { Settings } from '../../../../shared/lambda/settings.ts';
import { emailSender } from '../../../../shared/notify/senders.ts';
import { makeRuntime } from '../../../support/make-runtime.ts';
import { ADDRESS, awsError, MESSAGE, TO_EMAIL } from '../senders/destinations.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

/** Sends one mail by a client that fails with this error, if any. */
async function send(
  settings: Partial<Settings>,
  { error, answers = [] }: { error?: Error; answers?: readonly unknown[] } = {},
) {
  const inputs: unknown[] = [];
  const ses = {
    send: async ({ input }: { input: unknown }) => {
      inputs.push(input);
      if (error) throw error;
    },
  };
  const { runtime, logged } = makeRuntime({ clock: () => NOW, settings, answers });
  const result = await emailSender(runtime, ses as never)(TO_EMAIL, MESSAGE);
  return { result, inputs, logged };
}

const ON = { mailFrom: 'guard@example.com' };

test('A notification by e-mail is sent by SES with subject and text from the sender of the stage', async () => {
  const { result, inputs } = await send(ON);
  expect(result).toEqual({ outcome: 'sent' });
  expect(inputs).toMatchObject([
    {
      FromEmailAddress: 'guard@example.com',
      Destination: { ToAddresses: [ADDRESS] },
      Content: { Simple: { Subject: { Data: MESSAGE.subject }, Body: { Text: { Data: MESSAGE.text } } } },
    },
  ]);
});

test('An address that bounced gets no notification, and SES is not asked', async () => {
  const suppressed = { Item: { reason: 'bounce', at: '2026-11-20T12:00:00.000+00:00' } };
  const { result, inputs } = await send(ON, { answers: [suppressed] });
  expect(result).toEqual({ outcome: 'refused', reason: 'address_suppressed', isFinal: true });
  expect(inputs).toEqual([]);
});

test('A stage without a sender of mail refuses a notification by e-mail', async () => {
  const { result, inputs } = await send({ mailFrom: 'none' });
  expect(result).toEqual({ outcome: 'refused', reason: 'channel_off', isFinal: true });
  expect(inputs).toEqual([]);
});

test('An error of SES becomes a result and no log line, and the result does not contain the address', async () => {
  const { result, logged } = await send(ON, { error: awsError('MessageRejected', 400) });
  expect(result).toEqual({ outcome: 'refused', reason: 'refused', isFinal: true });
  expect(logged).toEqual([]);
});
