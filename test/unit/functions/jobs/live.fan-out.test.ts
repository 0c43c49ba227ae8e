import { expect, test } from 'vitest';
import { fanOutTrigger } from '../../../../functions/jobs/live.ts';
import { isForTrigger } from '../../../../lib/local/triggers/stream.ts';

function isRunFor(eventName: 'INSERT' | 'MODIFY' | 'REMOVE', sk: string): boolean {
  const images = { OldImage: { data: { S: 'old' } }, NewImage: { data: { S: 'new' } } };
  const dynamodb = { Keys: { pk: { S: 'pk' }, sk: { S: sk } }, ...images };
  return isForTrigger(fanOutTrigger.trigger, { eventName, dynamodb });
}

test.each([
  ['signs in', 'INSERT', 'TOKEN#user#1'],
  ['makes a ticket', 'INSERT', 'TICKET#user#1'],
  ['is listed at a site', 'INSERT', 'RECEIVER#user#1'],
  ['reports a heartbeat', 'MODIFY', 'WATCH#1'],
  ['has a new expiry time', 'MODIFY', 'HISTORY#alert#1'],
  ['has expired', 'REMOVE', 'HISTORY#alert#1'],
] as const)(
  'The function that sends changes to WebSocket connections does not run when a client or alert %s',
  (_, eventName, sortKey) => {
    expect(isRunFor(eventName, sortKey)).toBe(false);
  },
);

test.each([
  ['an alert changes', 'INSERT', 'HISTORY#alert#1'],
  ['a device is added', 'INSERT', 'DEVICE#1'],
  ['a device changes', 'MODIFY', 'DEVICE#1'],
  ['a device is deleted', 'REMOVE', 'DEVICE#1'],
  ['a client connects', 'INSERT', 'CONNECTION#user#1'],
  ['a client leaves, so that others see who still looks at an alert', 'REMOVE', 'CONNECTION#user#1'],
  ['a session ends', 'REMOVE', 'TOKEN#user#1'],
  ['a user changes', 'MODIFY', 'USER#1'],
  ['a user is deleted', 'REMOVE', 'USER#1'],
  ['sites are assigned for the first time', 'INSERT', 'ASSIGNMENT#1'],
  ['other sites are assigned', 'MODIFY', 'ASSIGNMENT#1'],
  ['no sites are assigned any more', 'REMOVE', 'ASSIGNMENT#1'],
  ['a tenant changes', 'MODIFY', 'TENANT'],
  ['a tenant is deleted', 'REMOVE', 'TENANT'],
] as const)(
  'The function that sends changes to WebSocket connections runs when %s',
  (_, eventName, sortKey) => {
    expect(isRunFor(eventName, sortKey)).toBe(true);
  },
);
