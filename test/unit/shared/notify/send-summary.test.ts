import { expect, test } from 'vitest';
import type { Alert } from '../../../../shared/alerts/alert.ts';
import { EXAMPLE_IDS } from '../../../../shared/base/ids.ts';
import type { HeldNotification } from '../../../../shared/notify/find-held.ts';
import { NOTIFICATIONS, notificationItem, STORM } from '../../../../shared/notify/notification.ts';
import { decideSummary } from '../../../../shared/notify/send-summary.ts';
import { shortId } from '../../../../shared/notify/storm.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { CREATED_AT, makeUser } from '../../../support/make-user.ts';

const CHANNEL = {
  id: EXAMPLE_IDS.channel,
  kind: 'sms',
  address: '+4915112345678',
  verified_at: CREATED_AT,
  created_at: CREATED_AT,
} as const;
const PERSON = {
  user: makeUser({ id: EXAMPLE_IDS.user, tenant_id: EXAMPLE_IDS.tenant, role: 'tenant_admin' }),
  assignment: undefined,
  channels: [CHANNEL],
};

/** A held notification of an alert with these fields; `unknowns`: attempts with an unknown result. */
function held(place: number, alert: Partial<Alert> | undefined = {}, unknowns = 0): HeldNotification {
  const entity = {
    id: `01992f3c-f3e8-7e48-b05a-${String(place).padStart(12, '0')}`,
    tenant_id: EXAMPLE_IDS.tenant,
    subject_id: EXAMPLE_IDS.alert,
    entry_id: EXAMPLE_IDS.entry,
    event: 'alert.raised',
    user_id: EXAMPLE_IDS.user,
    user_name: 'Olga Operator',
    schedule_id: null,
    channel: 'sms',
    channel_id: CHANNEL.id,
    status: 'queued',
    reason: STORM,
    attempts: 0,
    duplicate_possible: false,
    in_summary: false,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
  } as const;
  const item = notificationItem(entity, { site_id: EXAMPLE_IDS.site, unknowns });
  return {
    stored: NOTIFICATIONS.read({ ...item, revision: 1 }),
    version: { revision: 1, recentWrites: [], updatedAt: CREATED_AT },
    alert: alert && makeAlert({ tenant_id: EXAMPLE_IDS.tenant, ...alert }),
    site: undefined,
    shortId: shortId(entity.id),
  };
}

interface Facts {
  readonly notifications: readonly HeldNotification[];
  readonly storm?: Parameters<typeof decideSummary>[0]['storm'];
  readonly person?: Parameters<typeof decideSummary>[0]['held']['person'];
  readonly isTenantActive?: boolean;
  readonly off?: readonly 'sms'[];
}

/** What is sent, and the reason of each notification that is not, by their places. */
function decide({
  notifications,
  storm = { slots: [] },
  person = PERSON,
  isTenantActive = true,
  off = [],
}: Facts) {
  const facts = { storm, held: { notifications, person, isTenantActive }, channelId: CHANNEL.id, off };
  const { endings, needed, uncertain } = decideSummary(facts);
  return {
    sent: needed.map((it) => notifications.indexOf(it)),
    ended: [...endings].map(([it, { status, reason }]) => [notifications.indexOf(it), status, reason]),
    uncertain,
  };
}

test('A summary contains all held notifications of alerts that still wait, in their order', () => {
  expect(decide({ notifications: [held(0), held(1), held(2)] })).toEqual({
    sent: [0, 1, 2],
    ended: [],
    uncertain: undefined,
  });
});

test('A summary omits alerts that were acknowledged, resolved or deleted meanwhile, and records the reason for each', () => {
  const notifications = [
    held(0, { status: 'acknowledged' }),
    held(1),
    held(2, { status: 'resolved' }),
    held(3),
  ];
  const deleted = { ...held(4), alert: undefined };
  expect(decide({ notifications: [...notifications, deleted] })).toMatchObject({
    sent: [1, 3],
    ended: [
      [0, 'suppressed', 'acknowledged'],
      [2, 'suppressed', 'resolved'],
      [4, 'suppressed', 'alert_deleted'],
    ],
  });
});

test.each<[string, Partial<Facts>, string]>([
  ['the tenant is inactive', { isTenantActive: false }, 'tenant_not_active'],
  ['the channel is deleted', { person: { ...PERSON, channels: [] } }, 'no_channel'],
  ['the channel is off', { off: ['sms'] }, 'channel_off'],
])('No summary is sent if %s', (_, facts, reason) => {
  expect(decide({ notifications: [held(0)], ...facts })).toMatchObject({
    sent: [],
    ended: [[0, 'suppressed', reason]],
  });
});

test('If the result of a summary is unknown, its notifications are sent once more; after a second unknown result, they fail', () => {
  const notifications = [held(0), held(1, {}, 1), held(2), held(3)];
  const summary = {
    id: 's',
    until: 0,
    ids: [0, 1, 2].map((it) => notifications[it]?.shortId ?? ''),
    sent: false,
  };
  const uncertain = [notifications[2]?.shortId ?? ''];
  expect(decide({ notifications, storm: { slots: [], summary, uncertain } })).toEqual({
    sent: [0, 3],
    ended: [
      [1, 'failed', 'no_answer'],
      [2, 'failed', 'no_answer'],
    ],
    uncertain: summary.ids,
  });
});
