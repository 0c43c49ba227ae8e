import { expect, test } from 'vitest';
import {
  type NotifyMessage,
  readNotifyMessage,
  writeNotifyMessage,
} from '../../../../shared/notify/notify-message.ts';

const MESSAGES: readonly NotifyMessage[] = [
  {
    kind: 'event',
    tenant_id: 't',
    subject_id: 's',
    entry_id: 'e',
    event: 'alert.raised',
    site_id: 'i',
    at: '2026-11-20T12:00:30.000+00:00',
    severity: 'critical',
    rule_ids: ['r'],
  },
  {
    kind: 'attempt',
    tenant_id: 't',
    subject_id: 's',
    entry_id: 'e',
    id: 'n',
    event: 'alert.raised',
    site_id: 'i',
    user_id: 'u',
    channel_id: 'c',
    severity: 'low',
    attempts: 1,
  },
  { kind: 'summary', tenant_id: 't', user_id: 'u', channel_id: 'c', due: '2026-11-20T12:01:00.000+00:00' },
];

test.each(MESSAGES)(
  'A notification queue message of the kind $kind is unchanged after it is written and read',
  (message) => {
    expect(readNotifyMessage(writeNotifyMessage(message).body)).toEqual(message);
  },
);

test.each(MESSAGES)(
  'A notification queue message of the kind $kind may have a field of a newer release',
  (message) => {
    expect(readNotifyMessage(JSON.stringify({ ...message, later: 1 }))).toEqual(message);
  },
);

test('A notification queue message of an unknown kind is refused, so that it moves to the dead-letter queue', () => {
  expect(() => readNotifyMessage('{"kind":"later"}')).toThrow();
});

test('A tenant’s notification messages are one queue group, so that a storm delays no other tenant, and have no deduplication id', () => {
  for (const message of MESSAGES.filter(({ kind }) => kind !== 'summary')) {
    const { groupId, ...others } = writeNotifyMessage({ ...message, severity: 'high' } as NotifyMessage);
    expect(groupId).toBe('t');
    expect(Object.keys(others)).toEqual(['body']);
  }
});

test('A tenant’s critical notification messages and summaries have their own queue group, so that other messages do not delay them', () => {
  const groupOf = (message: object) => writeNotifyMessage(message as NotifyMessage).groupId;
  const [event, attempt, summary] = MESSAGES;
  for (const message of [event, { ...attempt, severity: 'critical' }, summary])
    expect(groupOf(message ?? {})).toBe('t-critical');
  for (const severity of ['high', 'info', null]) expect(groupOf({ ...event, severity })).toBe('t');
  expect(groupOf({ ...attempt, severity: undefined })).toBe('t');
});
