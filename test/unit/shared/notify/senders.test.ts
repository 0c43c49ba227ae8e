import { expect, test } from 'vitest';
import type { Network } from '../../../../shared/lambda/outbound.ts';
import type { Send } from '../../../../shared/notify/sender.ts';
import { channelsOff } from '../../../../shared/notify/sender-settings.ts';
import { connectSenders } from '../../../../shared/notify/senders.ts';
import { makeRuntime } from '../../../support/make-runtime.ts';
import { MESSAGE, TO_EMAIL, TO_PHONE } from '../senders/destinations.ts';

const { runtime, logged } = makeRuntime({ clock: () => new Date() });

const network = (signal = new AbortController().signal): Network => ({
  resolve: () => {},
  timeout: () => signal,
  stopwatch: () => 0,
});

test('A message is sent by the sender of its kind, which is made once', async () => {
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

test('A sender that fails before it sends becomes a refusal that may be repeated, without a log line', async () => {
  const failing: Send = () => Promise.reject(new Error('the table is away: olga@acme.test'));
  const send = connectSenders(runtime, { network: network(), connect: () => failing });
  expect(await send(TO_EMAIL, MESSAGE)).toEqual({ outcome: 'refused', reason: 'failed', isFinal: false });
  expect(logged).toEqual([]);
});

test('A sender that does not end in time leaves the outcome unknown', async () => {
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
])('With the settings %o a stage does not send to the kinds %j', (settings, off) => {
  expect(channelsOff(settings)).toEqual(off);
});
