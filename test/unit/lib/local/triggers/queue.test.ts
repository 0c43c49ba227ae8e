import type { SQSEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import type { Invocation } from '../../../../../lib/local/invoke.ts';
import { Bell } from '../../../../../lib/local/triggers/host.ts';
import {
  deliverMessages,
  LocalQueue,
  type LocalQueueOptions,
} from '../../../../../lib/local/triggers/queue.ts';
import { defineTrigger } from '../../../../../shared/lambda/trigger.ts';
import { FAILED, makeTrialHost, RETURNED } from '../../../../support/trigger-host.ts';

function makeQueue(options: Partial<LocalQueueOptions> = {}) {
  const time = { seconds: 0 };
  const deadLetters: string[] = [];
  let ids = 0;
  const queue = new LocalQueue({
    isFifo: false,
    attempts: 2,
    visibilitySeconds: 90,
    clock: () => new Date(time.seconds * 1_000),
    newId: () => {
      ids += 1;
      return `message-${ids}`;
    },
    onSent: () => {},
    onDeadLetter: ({ body }) => deadLetters.push(body),
    ...options,
  });
  const receive = (maximum = 10) => queue.receive(maximum).map(({ body }) => body);
  const finish = (...bodies: string[]) =>
    queue.delete(new Set(bodies.map((body) => idsByBody.get(body) ?? '')));
  const idsByBody = new Map<string, string>();
  const send = (body: string, more: { groupId?: string; deduplicationId?: string } = {}) =>
    idsByBody.set(body, queue.send({ body, ...more }).id);
  return { queue, time, deadLetters, send, receive, finish };
}

test('A local queue returns at most the maximum number of messages, and hides received ones', () => {
  const { send, receive } = makeQueue();
  for (const body of ['a', 'b', 'c']) send(body);
  expect(receive(2)).toEqual(['a', 'b']);
  expect(receive(2)).toEqual(['c']);
  expect(receive(2)).toEqual([]);
});

test('A local queue returns a message again unless it was deleted in time', () => {
  const { send, receive, finish, time } = makeQueue();
  send('a');
  send('b');
  receive();
  finish('a');
  time.seconds = 89;
  expect(receive()).toEqual([]);
  time.seconds = 90;
  expect(receive()).toEqual(['b']);
});

test('A local queue counts how often a message was received, and records the time of the first receive', () => {
  const { queue, send, time } = makeQueue();
  send('a');
  time.seconds = 5;
  expect(queue.receive(1)[0]).toMatchObject({ receives: 1, sentAt: 0, firstReceivedAt: 5_000 });
  time.seconds = 95;
  expect(queue.receive(1)[0]).toMatchObject({ receives: 2, sentAt: 0, firstReceivedAt: 5_000 });
});

test('A message of a local queue becomes a dead letter after the last attempt', () => {
  const { send, receive, time, deadLetters } = makeQueue();
  send('a');
  receive();
  time.seconds = 90;
  receive();
  expect(deadLetters).toEqual([]);
  time.seconds = 180;
  expect(receive()).toEqual([]);
  expect(deadLetters).toEqual(['a']);
});

test('A local queue reports when its next hidden message becomes visible again', () => {
  const { queue, send, receive, finish } = makeQueue();
  send('a');
  expect(queue.nextVisibleAt()).toBeUndefined();
  receive();
  expect(queue.nextVisibleAt()).toBe(90_000);
  finish('a');
  expect(queue.nextVisibleAt()).toBeUndefined();
});

const fifo = () => {
  const made = makeQueue({ isFifo: true });
  const send = (body: string, groupId: string) => made.send(body, { groupId, deduplicationId: body });
  return { ...made, send };
};

test('A local FIFO queue returns a group’s messages in order, and none while an earlier message of the group is hidden', () => {
  const { send, receive, finish } = fifo();
  for (const body of ['a1', 'a2', 'a3']) send(body, 'a');
  expect(receive(2)).toEqual(['a1', 'a2']);
  expect(receive()).toEqual([]);
  finish('a1', 'a2');
  expect(receive()).toEqual(['a3']);
});

test('In a local FIFO queue, a hidden message does not delay other groups', () => {
  const { send, receive } = fifo();
  for (const [body, group] of [
    ['a1', 'a'],
    ['b1', 'b'],
    ['a2', 'a'],
    ['b2', 'b'],
  ] as const)
    send(body, group);
  expect(receive(1)).toEqual(['a1']);
  expect(receive(2)).toEqual(['b1', 'b2']);
});

test('In a local FIFO queue, a failed message blocks its group until the message is a dead letter', () => {
  const { send, receive, finish, time, deadLetters } = fifo();
  send('a1', 'a');
  send('a2', 'a');
  for (const seconds of [0, 90]) {
    time.seconds = seconds;
    expect(receive(1)).toEqual(['a1']);
    expect(receive(1)).toEqual([]);
  }
  time.seconds = 180;
  expect(receive(1)).toEqual(['a2']);
  expect(deadLetters).toEqual(['a1']);
  finish('a2');
});

test('A local FIFO queue ignores a repeated deduplication id within five minutes', () => {
  const { queue, receive, time } = fifo();
  const send = () => queue.send({ body: 'a', groupId: 'a', deduplicationId: 'same' });
  const first = send();
  time.seconds = 299;
  expect(send()).toMatchObject({ id: first.id, sequenceNumber: first.sequenceNumber });
  expect(receive()).toEqual(['a']);
  time.seconds = 300;
  expect(send().id).not.toBe(first.id);
});

test('In a local standard queue, a hidden message does not delay other messages of the same group', () => {
  const { send, receive } = makeQueue();
  for (const body of ['a1', 'a2']) send(body, { groupId: 'a' });
  expect(receive(1)).toEqual(['a1']);
  expect(receive(1)).toEqual(['a2']);
});

describe('delivery', () => {
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

  test('A local queue invokes functions with events in the format of AWS Lambda', async () => {
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
    'A local queue repeats all messages of a batch once, and then moves them to the dead-letter queue, if the function %s',
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

  test('A local queue repeats only the messages that the function names in batchItemFailures', async () => {
    const { send, batches, host } = start((event) => failedFor(idsIn(event).slice(1, 2)));
    await send('a', 'b', 'c');
    await host.advance(VISIBILITY);
    expect(batches()).toEqual([['a', 'b', 'c'], ['b']]);
  });

  test('A local queue runs up to 5 batches at the same time, as Lambda does at first', async () => {
    const run = Promise.withResolvers<Invocation>();
    const { send, batches, host } = start(() => run.promise);
    await send(...'abcdefghijklmnopqrs');
    expect(batches()).toHaveLength(5);
    run.resolve(RETURNED);
    await host.advance(0);
    expect(batches().flat().join('')).toBe('abcdefghijklmnopqrs');
  });

  test('A local FIFO queue runs the batches of one group one after the other', async () => {
    const run = Promise.withResolvers<Invocation>();
    const { send, batches, host } = start(() => run.promise, true);
    await send('a', 'b', 'c', 'd');
    expect(batches()).toEqual([['a', 'b', 'c']]);
    run.resolve(RETURNED);
    await host.advance(0);
    expect(batches()).toEqual([['a', 'b', 'c'], ['d']]);
  });

  test('In a local FIFO queue, ten groups whose functions hang do not delay another group', async () => {
    const hangs = new Promise<Invocation>(() => {});
    const { sendApart, host } = start((event) => (bodiesIn(event).includes('k') ? RETURNED : hangs), true);
    const startedAt = host.clock();
    for (const body of 'abcdefghij') await sendApart(body);
    await sendApart('k');
    expect(host.runs.map(({ event }) => bodiesIn(event)).at(-1)).toEqual(['k']);
    expect(host.clock()).toEqual(startedAt);
  });

  test('A local FIFO queue runs at most 100 batches at the same time', async () => {
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
});
