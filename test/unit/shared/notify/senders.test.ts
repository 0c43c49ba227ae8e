import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openServices } from '../../../../lib/local/triggers/services.ts';
import type { Network } from '../../../../shared/lambda/outbound.ts';
import { readSettings, type Settings } from '../../../../shared/lambda/settings.ts';
import type { ReceiptContext, Send } from '../../../../shared/notify/sender.ts';
import { channelsOff } from '../../../../shared/notify/sender-settings.ts';
import { connectSenders, emailSender, smsSender } from '../../../../shared/notify/senders.ts';
import { functionVariables } from '../../../support/function-variables.ts';
import { makeRuntime } from '../../../support/make-runtime.ts';
import { ADDRESS, awsError, MESSAGE, NUMBER, TO_EMAIL, TO_PHONE } from '../senders/destinations.ts';

const { runtime, logged } = makeRuntime({ clock: () => new Date() });

const network = (signal = new AbortController().signal): Network => ({
  resolve: () => {},
  timeout: () => signal,
  stopwatch: () => 0,
});

test('A message is sent by the sender for its kind of channel, which is created once', async () => {
  const made: string[] = [];
  const send = connectSenders(runtime, {
    network: network(),
    connect: (kind) => {
      made.push(kind);
      return async () => ({ outcome: 'refused', reason: kind, isFinal: true });
    },
  });
  expect(made).toEqual([]);
  expect(await send(TO_EMAIL, MESSAGE)).toMatchObject({ reason: 'email' });
  expect(await send(TO_EMAIL, MESSAGE)).toMatchObject({ reason: 'email' });
  expect(await send(TO_PHONE, MESSAGE)).toMatchObject({ reason: 'sms' });
  expect(made).toEqual(['email', 'sms']);
});

test('If a sender throws before it sends, the notification is refused and may be repeated, and nothing is logged', async () => {
  const failing: Send = () => Promise.reject(new Error('the table is away: olga@acme.test'));
  const send = connectSenders(runtime, { network: network(), connect: () => failing });
  expect(await send(TO_EMAIL, MESSAGE)).toEqual({ outcome: 'refused', reason: 'failed', isFinal: false });
  expect(logged).toEqual([]);
});

test('If a sender does not finish in time, the outcome of the notification is unknown', async () => {
  const limit = new AbortController();
  const send = connectSenders(runtime, {
    network: network(limit.signal),
    connect: () => () => new Promise(() => {}),
  });
  const sending = send(TO_EMAIL, MESSAGE);
  limit.abort();
  expect(await sending).toEqual({ outcome: 'unknown', reason: 'no_answer' });
});

test.each([
  [{ mailFrom: 'none', smsFrom: 'none', smsCountries: 'none' }, ['email', 'sms']],
  [{ mailFrom: 'guard@example.com', smsFrom: 'GUARD', smsCountries: 'none' }, ['sms']],
  [{ mailFrom: 'guard@example.com', smsFrom: 'none', smsCountries: 'DE' }, ['sms']],
  [{ mailFrom: 'none', smsFrom: 'GUARD', smsCountries: 'DE' }, ['email']],
  [{ mailFrom: 'guard@example.com', smsFrom: 'GUARD', smsCountries: 'DE' }, []],
])('With the settings %o, the kinds of channels that are off at a stage are %j', (settings, off) => {
  expect(channelsOff(settings)).toEqual(off);
});

describe('sendSms', () => {
  const ON = { smsFrom: 'GUARD', smsCountries: 'DE US' };
  const CONTEXT = { tenant: 't', notification: 'n' };

  /** Sends one SMS by a client that fails with this error, if any. */
  async function send(
    settings: Partial<Settings>,
    { to = NUMBER, error, context }: { to?: string; error?: Error; context?: ReceiptContext } = {},
  ) {
    const inputs: unknown[] = [];
    const client = {
      send: async ({ input }: { input: unknown }) => {
        inputs.push(input);
        if (error) throw error;
      },
    };
    const sender = smsSender(readSettings(functionVariables(settings)), client as never);
    return { result: await sender({ ...TO_PHONE, address: to }, MESSAGE, context), inputs };
  }

  test('An SMS is sent without a subject, from the stage’s origination identity, and with the context for its receipt', async () => {
    const { result, inputs } = await send({ ...ON, smsConfigurationSet: 'guard-prod' }, { context: CONTEXT });
    expect(result).toEqual({ outcome: 'sent' });
    expect(inputs).toEqual([
      {
        DestinationPhoneNumber: NUMBER,
        OriginationIdentity: 'GUARD',
        MessageBody: MESSAGE.text,
        MessageType: 'TRANSACTIONAL',
        ConfigurationSetName: 'guard-prod',
        Context: CONTEXT,
      },
    ]);
  });

  test('An SMS is sent without a configuration set and a receipt context if there are none', async () => {
    const { inputs } = await send(ON);
    expect(inputs).toEqual([
      {
        DestinationPhoneNumber: NUMBER,
        OriginationIdentity: 'GUARD',
        MessageBody: MESSAGE.text,
        MessageType: 'TRANSACTIONAL',
      },
    ]);
  });

  test.each([
    ['too short for its country', '+49151', 'number_not_valid'],
    ['of no country', '+999123456789', 'number_not_valid'],
    ['of a country that the stage does not send to', '+436641234567', 'country_not_allowed'],
    ['of another country with the calling code of an allowed one', '+14165550123', 'country_not_allowed'],
    ['of a satellite network', '+881612345678', 'country_not_allowed'],
  ])('A phone number %s gets no SMS, and the provider is not called', async (_, to, reason) => {
    const { result, inputs } = await send(ON, { to });
    expect(result).toEqual({ outcome: 'refused', reason, isFinal: true });
    expect(inputs).toEqual([]);
  });

  test.each([{ smsFrom: 'GUARD' }, { smsCountries: 'DE' }])(
    'With only %o configured, a stage sends no SMS',
    async (settings) => {
      const { result, inputs } = await send(settings);
      expect(result).toEqual({ outcome: 'refused', reason: 'channel_off', isFinal: true });
      expect(inputs).toEqual([]);
    },
  );

  test('If the SMS provider returns an error, the result does not contain the phone number', async () => {
    const { result } = await send(ON, { error: awsError('ThrottlingException', 400) });
    expect(result).toEqual({ outcome: 'refused', reason: 'throttled', isFinal: false });
  });

  /** The client of the SDK, against the services of the local server. */
  async function openLocal() {
    const services = await openServices([], { clock: () => new Date(0), newId: () => 'id', log: () => {} });
    vi.stubEnv('AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2', services.url);
    vi.stubEnv('AWS_REGION', 'local');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await services.close();
    });
    const sender = smsSender(readSettings(functionVariables(ON)));
    return { outbox: services.outbox, send: () => sender(TO_PHONE, MESSAGE, CONTEXT) };
  }

  test('An SMS that the AWS client sends to the local server appears in the server’s outbox', async () => {
    const local = await openLocal();
    expect(await local.send()).toEqual({ outcome: 'sent' });
    expect(local.outbox.items).toEqual([
      { channel: 'sms', to: NUMBER, text: MESSAGE.text, at: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  test('If the local server makes an SMS fail, the AWS client reports the failure and does not send the SMS again', async () => {
    const local = await openLocal();
    local.outbox.fail({ sms: 'refused' });
    expect(await local.send()).toEqual({ outcome: 'refused', reason: 'refused', isFinal: true });
    local.outbox.fail({ sms: 'no_answer' });
    expect(await local.send()).toEqual({ outcome: 'unknown', reason: 'no_answer' });
    expect(local.outbox.items).toEqual([]);
  });
});

describe('sendEmail', () => {
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

  test('An e-mail address that bounced gets no notification, and SES is not called', async () => {
    const suppressed = { Item: { reason: 'bounce', at: '2026-11-20T12:00:00.000+00:00' } };
    const { result, inputs } = await send(ON, { answers: [suppressed] });
    expect(result).toEqual({ outcome: 'refused', reason: 'address_suppressed', isFinal: true });
    expect(inputs).toEqual([]);
  });

  test('A stage without a mail sender refuses a notification by e-mail', async () => {
    const { result, inputs } = await send({ mailFrom: 'none' });
    expect(result).toEqual({ outcome: 'refused', reason: 'channel_off', isFinal: true });
    expect(inputs).toEqual([]);
  });

  test('If SES returns an error, the notification is refused, nothing is logged, and the result does not contain the address', async () => {
    const { result, logged } = await send(ON, { error: awsError('MessageRejected', 400) });
    expect(result).toEqual({ outcome: 'refused', reason: 'refused', isFinal: true });
    expect(logged).toEqual([]);
  });
});
