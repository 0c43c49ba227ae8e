import { expect, test } from 'vitest';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { EXAMPLE_IDS } from '../../../../shared/base/ids.ts';
import { findHeld } from '../../../../shared/notify/find-held.ts';
import { type Notification, notificationItem, STORM } from '../../../../shared/notify/notification.ts';
import { fakeTable, type SentCommand } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';

const AT = '2026-11-20T12:00:30.000+00:00';
const channel = { tenantId: EXAMPLE_IDS.tenant, userId: EXAMPLE_IDS.user, channelId: EXAMPLE_IDS.channel };
const held = (place: number, subject_id: string = EXAMPLE_IDS.alert) => {
  const notification: Notification = {
    id: `01992f3c-f3e8-7e48-b05a-${String(place).padStart(12, '0')}`,
    tenant_id: channel.tenantId,
    subject_id,
    entry_id: EXAMPLE_IDS.entry,
    event: 'alert.raised',
    user_id: channel.userId,
    user_name: 'Olga Operator',
    schedule_id: null,
    channel: 'push',
    channel_id: channel.channelId,
    status: 'queued',
    reason: STORM,
    attempts: 0,
    duplicate_possible: false,
    in_summary: false,
    created_at: AT,
    updated_at: AT,
  };
  return notificationItem(notification, { site_id: EXAMPLE_IDS.site, unknowns: 0 });
};

type Item = { readonly pk: string; readonly sk: string };

/** A table with these items, which are all held, and others. */
function tableWith(items: readonly Item[], others: readonly Item[] = []) {
  return fakeTable(({ name, input }: SentCommand) => {
    if (name === 'QueryCommand') {
      const { Limit, ExclusiveStartKey: start = 0 } = input;
      const end = Number(start) + Limit;
      return { Items: items.slice(start, end), LastEvaluatedKey: end < items.length ? end : undefined };
    }
    const asked: { readonly pk: string; readonly sk: string }[] = input.RequestItems['guard-test'].Keys;
    const found = asked.flatMap(({ pk, sk }) =>
      [...items, ...others].filter((it) => it.pk === pk && it.sk === sk),
    );
    return { Responses: { 'guard-test': found } };
  }).table;
}

test('A summary contains at most 500 held messages and leaves the rest to the next summary', async () => {
  const items = Array.from({ length: 501 }, (_, place) => held(place));
  const { notifications, hasMore } = await findHeld(tableWith(items), channel, () => {});
  expect(notifications).toHaveLength(500);
  expect(hasMore).toBe(true);
});

test('A held message that this release cannot read is left out of the summary, which contains the other messages', async () => {
  const broken = { ...held(1), data: { status: 'of a later release' } };
  const unreadable: string[] = [];
  const { notifications } = await findHeld(tableWith([held(0), broken, held(2)]), channel, ({ sk }) => {
    unreadable.push(sk);
  });
  expect(notifications.map(({ shortId }) => shortId)).toEqual(['000000000000', '000000000002']);
  expect(unreadable).toEqual([broken.sk]);
});

test('A summary lists its messages by the current severity of their alerts, the worst first, then the oldest', async () => {
  const severities = ['low', 'critical', 'high', 'low', 'critical'] as const;
  const alerts = severities.map((severity, place) =>
    makeAlert({ id: `01992f3c-0000-7e48-b05a-00000000000${place}`, tenant_id: channel.tenantId, severity }),
  );
  const items = alerts.map(({ id }, place) => held(place, id));
  const table = tableWith(items, [...alerts.map((it) => ALERTS.item(it))]);
  const { notifications } = await findHeld(table, channel, () => {});
  expect(notifications.map(({ shortId }) => Number(shortId))).toEqual([1, 4, 2, 0, 3]);
});
