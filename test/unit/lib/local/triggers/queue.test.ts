import { expect, test } from 'vitest';
import { LocalQueue, type LocalQueueOptions } from '../../../../../lib/local/triggers/queue.ts';

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

test('A message of a local queue has the number of its receives and the time of the first', () => {
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

test('The next visible time of a local queue is that of the next hidden message', () => {
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

test('A local FIFO queue returns a group in order, and nothing of it while an earlier message is hidden', () => {
  const { send, receive, finish } = fifo();
  for (const body of ['a1', 'a2', 'a3']) send(body, 'a');
  expect(receive(2)).toEqual(['a1', 'a2']);
  expect(receive()).toEqual([]);
  finish('a1', 'a2');
  expect(receive()).toEqual(['a3']);
});

test('A hidden message of a FIFO group of a local queue does not delay other groups', () => {
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

test('A failed message of a FIFO group of a local queue blocks its group until it is a dead letter', () => {
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

test('A hidden message of a group of a local standard queue delays no other message of its group', () => {
  const { send, receive } = makeQueue();
  for (const body of ['a1', 'a2']) send(body, { groupId: 'a' });
  expect(receive(1)).toEqual(['a1']);
  expect(receive(1)).toEqual(['a2']);
});
