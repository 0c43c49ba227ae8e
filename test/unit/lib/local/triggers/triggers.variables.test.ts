import { expect, test } from 'vitest';
import { triggerVariables } from '../../../../../lib/local/triggers/triggers.ts';
import { defineTrigger } from '../../../../../shared/lambda/trigger.ts';
import {
  QUEUE_READER,
  SOCKET_MESSAGE,
  STREAM_READER,
  TRIAL_TRIGGERS,
} from '../../../../support/trial-triggers.ts';

const SERVICES = 'http://127.0.0.1:1234';

const tick = (name: string, environment: Record<string, string>) =>
  defineTrigger(`trials/${name}`, {
    description: 'Ticks',
    trigger: { kind: 'schedule', everyMinutes: 1 },
    environment,
  });

test('The environment of local functions contains declared variables, queue URLs and the endpoint of sockets', () => {
  expect(triggerVariables(TRIAL_TRIGGERS, SERVICES)).toEqual({
    TRIAL: 'yes',
    QUEUE_URL_RUN_TIMERS: `${SERVICES}/000000000000/run-timers`,
    QUEUE_URL_DELIVER: `${SERVICES}/000000000000/deliver.fifo`,
    QUEUE_URL_DELIVER_WEBHOOK: `${SERVICES}/000000000000/deliver-webhook.fifo`,
    QUEUE_URL_NOTIFY_PEOPLE: `${SERVICES}/000000000000/notify-people`,
    SOCKETS_ENDPOINT: SERVICES,
    QUEUE_URL_SEND_MAIL: `${SERVICES}/000000000000/send-mail`,
    AWS_ENDPOINT_URL_SESV2: SERVICES,
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: SERVICES,
    GUARD_OUTBOX_URL: `${SERVICES}/outbox/pushes`,
  });
});

test('Without declarations, the triggers of the local server add no variables to functions', () => {
  expect(triggerVariables([tick('tick', {})], undefined)).toEqual({});
});

test('Several local functions can declare the same value of a variable', () => {
  const alike = [tick('tick', { A: '1', B: '2' }), tick('tock', { A: '1' })];
  expect(triggerVariables(alike, undefined)).toEqual({ A: '1', B: '2' });
});

test.each([
  [
    'two functions declare different values of a variable',
    [tick('tick', { A: '1' }), tick('tock', { A: '2' })],
    'The functions tick and tock declare different values of A',
  ],
  [
    'a function sends to a function without a queue',
    [STREAM_READER],
    'read-stream sends to deliver, which has no queue.',
  ],
  [
    'a function posts to sockets without a socket trigger',
    [QUEUE_READER, { ...QUEUE_READER, name: 'post', postsToSockets: true }],
    'post posts to sockets, but no function has a socket trigger.',
  ],
])('The local server does not start if %s', (_, triggers, message) => {
  expect(() => triggerVariables(triggers, SERVICES)).toThrow(message);
});

test('A function that handles WebSocket events on the local server can send messages', () => {
  expect(triggerVariables([SOCKET_MESSAGE], SERVICES)).toMatchObject({ SOCKETS_ENDPOINT: SERVICES });
});
