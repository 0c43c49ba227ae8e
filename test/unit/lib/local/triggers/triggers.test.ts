import { describe, expect, test } from 'vitest';
import { measureAlertAgesTrigger } from '../../../../../functions/jobs/monitoring.ts';
import {
  openDeclaredServices,
  runOnSchedule,
  startTriggers,
  triggerVariables,
} from '../../../../../lib/local/triggers/triggers.ts';
import { defineTrigger } from '../../../../../shared/lambda/trigger.ts';
import {
  QUEUE_READER,
  SOCKET_MESSAGE,
  STREAM_READER,
  TRIAL_TRIGGERS,
} from '../../../../support/trial-triggers.ts';
import { FAILED, makeTrialHost, RETURNED } from '../../../../support/trigger-host.ts';

const MINUTE = 60_000;
const NO_STREAM = { tableName: '', endpoint: '', engineStarts: () => 1, pollMilliseconds: 1 };

test('The local server runs the declared triggers until the server stops', async () => {
  const host = makeTrialHost();
  const { stop } = await startTriggers([measureAlertAgesTrigger], {
    host,
    services: undefined,
    stream: NO_STREAM,
  });
  await host.advance(MINUTE);
  expect(host.runs.map(({ name }) => name)).toEqual(['measure-alert-ages']);
  await stop();
  await host.advance(MINUTE);
  expect(host.runs).toHaveLength(1);
});

test('When its triggers stop, the local server waits for a running function, but not beyond a limit', async () => {
  const run = Promise.withResolvers<typeof RETURNED>();
  const host = makeTrialHost(() => run.promise);
  const { stop } = await startTriggers([measureAlertAgesTrigger], {
    host,
    services: undefined,
    stream: NO_STREAM,
  });
  await host.advance(MINUTE);
  let hasStopped = false;
  const stopped = stop().then(() => {
    hasStopped = true;
  });
  await host.advance(4_999);
  expect(hasStopped).toBe(false);
  await host.advance(1);
  await stopped;
  expect(hasStopped).toBe(true);
});

test('If no function uses a queue or WebSocket, the local server opens no local AWS services', async () => {
  expect(await openDeclaredServices([measureAlertAgesTrigger], makeTrialHost())).toBeUndefined();
});

describe('schedule', () => {
  const MINUTE = 60_000;
  const START = Date.parse('2026-11-22T00:00:00.000Z');

  const EVERY_TWO_MINUTES = defineTrigger('trials/tidy-up', {
    description: 'Tidies up',
    trigger: { kind: 'schedule', everyMinutes: 2 },
  });

  const minutesOf = ({ runs }: ReturnType<typeof makeTrialHost>) =>
    runs.map(({ at }) => (at - START) / MINUTE);

  test('A scheduled local function first runs after its interval, not at the start of the local server', async () => {
    const host = makeTrialHost();
    void runOnSchedule(EVERY_TWO_MINUTES, host);
    await host.advance(6 * MINUTE);
    expect(minutesOf(host)).toEqual([2, 4, 6]);
  });

  test('A local schedule invokes functions with events in the format of EventBridge', async () => {
    const host = makeTrialHost();
    void runOnSchedule(EVERY_TWO_MINUTES, host);
    await host.advance(2 * MINUTE);
    expect(host.runs.map(({ event }) => event)).toEqual([
      {
        version: '0',
        id: 'id-1',
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        account: '000000000000',
        time: '2026-11-22T00:02:00Z',
        region: 'local',
        resources: ['arn:aws:events:local:000000000000:rule/guard-local-tidy-up'],
        detail: {},
      },
    ]);
  });

  test('A failed run does not stop a local schedule', async () => {
    const host = makeTrialHost(() => FAILED);
    void runOnSchedule(EVERY_TWO_MINUTES, host);
    await host.advance(4 * MINUTE);
    expect(minutesOf(host)).toEqual([2, 4]);
  });

  test('A local schedule skips a run if the previous run has not ended', async () => {
    const host = makeTrialHost(async () => {
      await host.pause(5 * MINUTE, new AbortController().signal);
      return RETURNED;
    });
    void runOnSchedule(EVERY_TWO_MINUTES, host);
    await host.advance(10 * MINUTE);
    expect(minutesOf(host)).toEqual([2, 8]);
  });

  test('A local schedule runs its function only while the table is available', async () => {
    const host = makeTrialHost();
    host.isUp = false;
    void runOnSchedule(EVERY_TWO_MINUTES, host);
    await host.advance(3 * MINUTE);
    host.isUp = true;
    await host.advance(MINUTE);
    expect(minutesOf(host)).toEqual([4]);
  });

  test('A stopping local server starts no scheduled run and waits for the running one', async () => {
    const run = Promise.withResolvers<typeof RETURNED>();
    const host = makeTrialHost(() => run.promise);
    let hasEnded = false;
    void runOnSchedule(EVERY_TWO_MINUTES, host).then(() => {
      hasEnded = true;
    });
    await host.advance(2 * MINUTE);
    host.stop();
    await host.advance(9 * MINUTE);
    expect(hasEnded).toBe(false);
    run.resolve(RETURNED);
    await host.advance(9 * MINUTE);
    expect(hasEnded).toBe(true);
    expect(minutesOf(host)).toEqual([2]);
  });
});

describe('variables', () => {
  const SERVICES = 'http://127.0.0.1:1234';

  const tick = (name: string, environment: Record<string, string>) =>
    defineTrigger(`trials/${name}`, {
      description: 'Ticks',
      trigger: { kind: 'schedule', everyMinutes: 1 },
      environment,
    });

  test('The environment of local functions contains declared variables, queue URLs and the endpoints of the local AWS services', () => {
    expect(triggerVariables(TRIAL_TRIGGERS, SERVICES)).toEqual({
      TRIAL: 'yes',
      QUEUE_URL_RUN_TIMERS: `${SERVICES}/000000000000/run-timers`,
      QUEUE_URL_DELIVER: `${SERVICES}/000000000000/deliver.fifo`,
      QUEUE_URL_DELIVER_WEBHOOK: `${SERVICES}/000000000000/deliver-webhook.fifo`,
      QUEUE_URL_KEEP_PICTURES: `${SERVICES}/000000000000/keep-pictures`,
      QUEUE_URL_NOTIFY_PEOPLE: `${SERVICES}/000000000000/notify-people`,
      SOCKETS_ENDPOINT: SERVICES,
      QUEUE_URL_SEND_MAIL: `${SERVICES}/000000000000/send-mail`,
      AWS_ENDPOINT_URL_SESV2: SERVICES,
      AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: SERVICES,
      GUARD_OUTBOX_URL: `${SERVICES}/outbox/pushes`,
    });
  });

  test('The triggers of the local server add no environment variables if functions declare none', () => {
    expect(triggerVariables([tick('tick', {})], undefined)).toEqual({});
  });

  test('Two local functions may declare the same environment variable with the same value', () => {
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

  test('A local function for WebSocket events gets the endpoint through which it sends messages to clients', () => {
    expect(triggerVariables([SOCKET_MESSAGE], SERVICES)).toMatchObject({ SOCKETS_ENDPOINT: SERVICES });
  });
});
