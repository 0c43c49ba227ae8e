import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { Invocation } from '../../../../../lib/local/invoke.ts';
import { StreamConsumer } from '../../../../../lib/local/triggers/stream.ts';
import { FAILED, makeTrialHost, RETURNED, trialReader } from '../../../../support/trigger-host.ts';

const SECOND = 1_000;
const STREAM_ARN = 'arn:aws:dynamodb:local:000000000000:table/guard-local/stream/1';

const READER = trialReader({ retries: 2 });

const change = (id: number): ChangeRecord => ({
  eventID: String(id),
  eventName: 'INSERT',
  dynamodb: {
    ApproximateCreationDateTime: new Date('2026-11-22T00:00:00.900Z'),
    Keys: { pk: { S: 'TENANT#1' }, sk: { S: `ALERT#${id}` } },
    SequenceNumber: String(id),
  },
});
const changes = (...ids: number[]) => ids.map(change);

const idsIn = (event: unknown) =>
  (event as DynamoDBStreamEvent).Records.map(({ eventID }) => Number(eventID));

function start(answer: (ids: number[]) => Invocation | Promise<Invocation> = () => RETURNED) {
  const host = makeTrialHost((event) => answer(idsIn(event)));
  const consumer = new StreamConsumer(READER, host);
  const ended = consumer.run();
  const add = async (...ids: number[]) => {
    consumer.add(changes(...ids), STREAM_ARN);
    await host.advance(0);
  };
  return { host, consumer, ended, add, batches: () => host.runs.map(({ event }) => idsIn(event)) };
}

test('The local server delivers changes of the table in order, in batches of the declared size', async () => {
  const { add, batches } = start();
  await add(1, 2, 3, 4, 5, 6);
  await add(7);
  expect(batches()).toEqual([[1, 2, 3, 4], [5, 6], [7]]);
});

test('The local server delivers table changes in events with the format of AWS Lambda', async () => {
  const { add, host } = start();
  await add(1);
  expect(host.runs[0]?.event).toEqual({
    Records: [
      {
        eventID: '1',
        eventName: 'INSERT',
        eventSourceARN: STREAM_ARN,
        dynamodb: {
          ApproximateCreationDateTime: Date.parse('2026-11-22T00:00:00Z') / SECOND,
          Keys: { pk: { S: 'TENANT#1' }, sk: { S: 'ALERT#1' } },
          SequenceNumber: '1',
        },
      },
    ],
  });
});

test('The local server delivers a batch of table changes only after the previous batch has ended', async () => {
  const run = Promise.withResolvers<Invocation>();
  const { add, batches, host } = start(() => run.promise);
  await add(1);
  await add(2);
  expect(batches()).toEqual([[1]]);
  run.resolve(RETURNED);
  await host.advance(0);
  expect(batches()).toEqual([[1], [2]]);
});

test('The local server halves a failed batch of table changes down to the failing change', async () => {
  const { add, batches, host } = start((ids) => (ids.includes(3) ? FAILED : RETURNED));
  await add(1, 2, 3, 4);
  await host.advance(2 * SECOND);
  expect(batches()).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [3], [3], [4]]);
});

test('After the declared retries, the local server makes a failed table change a dead letter and delivers the next change', async () => {
  const { add, batches, host } = start((ids) => (ids.includes(1) ? FAILED : RETURNED));
  await add(1);
  await add(2);
  expect(batches()).toEqual([[1]]);
  await host.advance(2 * SECOND);
  expect(batches()).toEqual([[1], [1], [1], [2]]);
  expect(host.lines).toEqual(['read has a dead letter, INSERT of TENANT#1 ALERT#1: it failed to the end']);
});

test('The local server makes a table change that is too old a dead letter without delivering it', async () => {
  const run = Promise.withResolvers<Invocation>();
  const { add, batches, host } = start(() => run.promise);
  await add(1);
  await add(2);
  await host.advance(60 * SECOND + 1);
  await add(3);
  run.resolve(RETURNED);
  await host.advance(0);
  expect(batches()).toEqual([[1], [3]]);
  expect(host.lines).toEqual(['read has a dead letter, INSERT of TENANT#1 ALERT#2: it is too old']);
});

test('A stopping local server waits for the running batch of table changes and delivers no further ones', async () => {
  const run = Promise.withResolvers<Invocation>();
  const { add, batches, host, ended } = start(() => run.promise);
  await add(1, 2, 3, 4, 5);
  host.stop();
  run.resolve(FAILED);
  await ended;
  expect(batches()).toEqual([[1, 2, 3, 4]]);
  expect(host.lines).toEqual([]);
});

test('When the local server stops, an idle consumer of table changes ends at once', async () => {
  const { host, ended } = start();
  host.stop();
  await ended;
});
