import type { SQSEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { Invocation } from '../../../../../lib/local/invoke.ts';
import { Bell } from '../../../../../lib/local/triggers/host.ts';
import { deliverMessages, LocalQueue } from '../../../../../lib/local/triggers/queue.ts';
import { defineTrigger } from '../../../../../shared/lambda/trigger.ts';
import { FAILED, makeTrialHost, RETURNED } from '../../../../support/trigger-host.ts';

const VISIBILITY = 90_000;

const bodiesIn = (event: unknown) => (event as SQSEvent).Records.map(({ body }) => body);
const idsIn = (event: unknown) => (event as SQSEvent).Records.map(({ messageId }) => messageId);

function start(
  answer: (event: unknown) => Invocation | Promise<Invocation> = () => RETURNED,
  isFifo = false,
) {
  const declaration = defineTrigger('trials/deliver', {
    description: 'Delivers messages',
    trigger: { kind: 'queue', isFifo, batchSize: 3, attempts: 2 },
  });
  const host = makeTrialHost(answer);
  const bell = new Bell();
  const deadLetters: string[] = [];
  const queue = new LocalQueue({
    isFifo,
    attempts: declaration.trigger.attempts,
    visibilitySeconds: VISIBILITY / 1_000,
    clock: host.clock,
    newId: host.newId,
    onSent: () => bell.ring(),
    onDeadLetter: ({ body }) => deadLetters.push(body),
  });
  const ended = deliverMessages(declaration, queue, bell, host);
  const sendTo = (groupOf: (body: string) => string, ...bodies: string[]) => {
    for (const body of bodies) {
      queue.send({ body, ...(isFifo ? { groupId: groupOf(body), deduplicationId: body } : {}) });
    }
    return host.advance(0);
  };
  const send = (...bodies: string[]) => sendTo(() => 'group', ...bodies);
  /** Each message to a group of its own. */
  const sendApart = (...bodies: string[]) => sendTo((body) => body, ...bodies);
  return {
    host,
    send,
    sendApart,
    ended,
    deadLetters,
    batches: () => host.runs.map(({ event }) => bodiesIn(event)),
  };
}

const failedFor = (ids: readonly string[]): Invocation => ({
  outcome: 'returned',
  result: { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) },
});

test('A local queue delivers messages at once in batches of the declared size', async () => {
  const { send, batches } = start();
  await send('a', 'b', 'c', 'd');
  await send('e');
  expect(batches()).toEqual([['a', 'b', 'c'], ['d'], ['e']]);
});

test('The event of a local queue has the format of Lambda', async () => {
  const { send, host } = start(undefined, true);
  await send('hello');
  expect(host.runs[0]?.event).toEqual({
    Records: [
      {
        messageId: 'id-1',
        receiptHandle: 'id-1-1',
        body: 'hello',
        attributes: {
          ApproximateReceiveCount: '1',
          SentTimestamp: String(Date.parse('2026-11-22T00:00:00.000Z')),
          SenderId: 'local',
          ApproximateFirstReceiveTimestamp: String(Date.parse('2026-11-22T00:00:00.000Z')),
          MessageGroupId: 'group',
          MessageDeduplicationId: 'hello',
          SequenceNumber: '00000000000000000001',
        },
        messageAttributes: {},
        md5OfBody: '5d41402abc4b2a76b9719d911017c592',
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:local:000000000000:guard-local-deliver',
        awsRegion: 'local',
      },
    ],
  });
});

test.each([
  ['fails', FAILED],
  ['takes too long', { outcome: 'timed_out' }],
  ['returns an invalid result', { outcome: 'returned', result: { batchItemFailures: [{ id: 'id-1' }] } }],
  ['names a message that it did not receive', failedFor(['id-77'])],
] as const)(
  'A local queue repeats all messages of a batch once, then makes them dead letters, if the function %s',
  async (_, failure) => {
    const { send, batches, host, deadLetters } = start(() => failure);
    await send('a', 'b');
    await host.advance(VISIBILITY);
    expect(batches()).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    await host.advance(VISIBILITY);
    expect(batches()).toHaveLength(2);
    expect(deadLetters).toEqual(['a', 'b']);
  },
);

test('A local queue repeats only the messages in batchItemFailures', async () => {
  const { send, batches, host } = start((event) => failedFor(idsIn(event).slice(1, 2)));
  await send('a', 'b', 'c');
  await host.advance(VISIBILITY);
  expect(batches()).toEqual([['a', 'b', 'c'], ['b']]);
});

test('Batches of a local queue run concurrently up to the initial limit of Lambda', async () => {
  const run = Promise.withResolvers<Invocation>();
  const { send, batches, host } = start(() => run.promise);
  await send(...'abcdefghijklmnopqrs');
  expect(batches()).toHaveLength(5);
  run.resolve(RETURNED);
  await host.advance(0);
  expect(batches().flat().join('')).toBe('abcdefghijklmnopqrs');
});

test('Batches of one FIFO group of a local queue run one after the other', async () => {
  const run = Promise.withResolvers<Invocation>();
  const { send, batches, host } = start(() => run.promise, true);
  await send('a', 'b', 'c', 'd');
  expect(batches()).toEqual([['a', 'b', 'c']]);
  run.resolve(RETURNED);
  await host.advance(0);
  expect(batches()).toEqual([['a', 'b', 'c'], ['d']]);
});

test('Ten hanging FIFO groups of a local queue do not delay another group', async () => {
  const hangs = new Promise<Invocation>(() => {});
  const { sendApart, host } = start((event) => (bodiesIn(event).includes('k') ? RETURNED : hangs), true);
  const startedAt = host.clock();
  for (const body of 'abcdefghij') await sendApart(body);
  await sendApart('k');
  expect(host.runs.map(({ event }) => bodiesIn(event)).at(-1)).toEqual(['k']);
  expect(host.clock()).toEqual(startedAt);
});

test('At most 100 batches of FIFO groups of a local queue run concurrently', async () => {
  const run = Promise.withResolvers<Invocation>();
  const { sendApart, batches, host } = start(() => run.promise, true);
  await sendApart(...Array.from({ length: 303 }, (_, place) => String(place)));
  expect(batches()).toHaveLength(100);
  run.resolve(RETURNED);
  await host.advance(0);
  expect(batches()).toHaveLength(101);
});

test('A stopping local server delivers no more messages and waits for running batches', async () => {
  const run = Promise.withResolvers<Invocation>();
  const { send, batches, host, ended } = start(() => run.promise);
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  await send('a');
  host.stop();
  await send('b');
  expect([batches(), hasEnded]).toEqual([[['a']], false]);
  run.resolve(RETURNED);
  await ended;
  expect(batches()).toEqual([['a']]);
});
