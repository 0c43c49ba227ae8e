import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { Invocation } from '../../../../../lib/local/invoke.ts';
import { StreamLanes } from '../../../../../lib/local/triggers/stream.ts';
import { makeTrialHost, RETURNED, trialReader } from '../../../../support/trigger-host.ts';

const READER = trialReader({ parallelBatches: 3, retries: 0 });

const change = (item: number, eventID: string): ChangeRecord => ({
  eventID,
  eventName: 'INSERT',
  dynamodb: { Keys: { pk: { S: 'TENANT#1' }, sk: { S: `ALERT#${item}` } } },
});

test('The local server delivers batches of table changes in parallel, but the changes of one item in order', async () => {
  const running: (() => void)[] = [];
  const host = makeTrialHost(
    () => new Promise<Invocation>((resolve) => running.push(() => resolve(RETURNED))),
  );
  const lanes = new StreamLanes(READER, host);
  const ended = lanes.run();
  const items = Array.from({ length: 30 }, (_, item) => item);
  lanes.add(
    ['first', 'second'].flatMap((round) => items.map((item) => change(item, `${item} ${round}`))),
    'arn:stream',
  );
  await host.advance(0);
  expect(running).toHaveLength(3);
  for (let batch = 0; batch < running.length; batch += 1) {
    running[batch]?.();
    await host.advance(0);
  }
  const delivered = host.runs.flatMap(({ event }) =>
    (event as DynamoDBStreamEvent).Records.map(({ eventID = '' }) => eventID),
  );
  for (const item of items) {
    expect(delivered.filter((id) => id.startsWith(`${item} `))).toEqual([`${item} first`, `${item} second`]);
  }
  host.stop();
  await ended;
});
