import { expect, test } from 'vitest';
import { EXAMPLE_IDS } from '../../../../shared/base/ids.ts';
import { attemptNotification } from '../../../../shared/notify/attempt-notification.ts';
import { type Notification, notificationItem } from '../../../../shared/notify/notification.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const AT = '2026-11-20T12:00:30.000+00:00';
const notification: Notification = {
  id: '01992f3c-f3e8-7e48-b05a-000000000001',
  tenant_id: EXAMPLE_IDS.tenant,
  subject_id: EXAMPLE_IDS.alert,
  entry_id: EXAMPLE_IDS.entry,
  event: 'alert.raised',
  user_id: EXAMPLE_IDS.user,
  user_name: 'Olga Operator',
  schedule_id: null,
  channel: 'push',
  channel_id: EXAMPLE_IDS.channel,
  status: 'queued',
  reason: 'throttled',
  attempts: 1,
  duplicate_possible: false,
  in_summary: false,
  created_at: AT,
  updated_at: AT,
};

test('A message to the queue that is delivered again after its attempt has failed makes no further attempt', async () => {
  const stored = notificationItem(notification, { site_id: EXAMPLE_IDS.site, unknowns: 0 });
  const { table, sent } = fakeTable(({ name }) =>
    name === 'BatchGetCommand' ? { Responses: { 'guard-test': [stored] } } : {},
  );
  const { id, tenant_id, subject_id, entry_id, event } = notification;
  const message = {
    ...({ kind: 'attempt', id, tenant_id, subject_id, entry_id, event, attempts: 0 } as const),
    ...{ user_id: EXAMPLE_IDS.user, channel_id: EXAMPLE_IDS.channel, site_id: EXAMPLE_IDS.site },
  };
  const result = await attemptNotification(table, message, {
    now: new Date(AT),
    perDay: { sms: 1, email: 1 },
    onNearEnd: () => {},
    send: async () => ({ outcome: 'sent' }),
    publicUrl: 'https://guard.test',
    off: [],
    timeoutSeconds: 30,
    onNobody: () => {},
  });
  expect([result.outcome, sent.map(({ name }) => name)]).toEqual(['skipped', ['BatchGetCommand']]);
});
