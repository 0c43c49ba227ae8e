import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import { expect, test } from 'vitest';
import { isForTrigger } from '../../../../../lib/local/triggers/stream.ts';
import { TABLE_KEYS } from '../../../../../shared/table/definition.ts';
import { STREAM_READER } from '../../../../support/trial-triggers.ts';

/** Insertions of ALERT# and SITE#, removals of SITE#, and the partitions TRIAL#. */
const { trigger } = STREAM_READER;

const change = (
  eventName: ChangeRecord['eventName'],
  sortKey: string,
  partitionKey = 'ALERT#',
): ChangeRecord => ({
  eventName,
  dynamodb: {
    Keys: { [TABLE_KEYS.partitionKey]: { S: partitionKey }, [TABLE_KEYS.sortKey]: { S: sortKey } },
  },
});

test.each([
  ['a declared event and sort key', change('INSERT', 'ALERT#1'), true],
  ['each of its declared events', change('REMOVE', 'SITE#1'), true],
  ['no sort key that is declared for another event', change('REMOVE', 'ALERT#1'), false],
  ['no other event', change('MODIFY', 'ALERT#1'), false],
  ['no other sort key', change('INSERT', 'DEVICE#1'), false],
  ['every change of a declared partition', change('REMOVE', 'DEVICE#1', 'TRIAL#1'), true],
  ['no sort key in another case', change('INSERT', 'alert#1'), false],
])('A local function with a stream filter on events and sort keys receives %s', (_, record, isWanted) => {
  expect(isForTrigger(trigger, record)).toBe(isWanted);
});

test('The local server ignores a write that changes nothing in the item, as AWS does', () => {
  const modified = { ...trigger, changes: { MODIFY: ['SITE#'] } };
  const { dynamodb } = change('MODIFY', 'SITE#1');
  const images = (before: string, after: string): ChangeRecord => ({
    eventName: 'MODIFY',
    dynamodb: {
      ...dynamodb,
      OldImage: { data: { M: { name: { S: before } } } },
      NewImage: { data: { M: { name: { S: after } } } },
    },
  });
  expect(isForTrigger(modified, images('Gate', 'Gate'))).toBe(false);
  expect(isForTrigger(modified, images('Gate', 'Door'))).toBe(true);
});
