import { expect, test } from 'vitest';
import type { Notification } from '../../../../../lib/client/types.ts';
import { isNobodyReached, notifiedPeople, reasonText } from '../../../../../lib/console/state/notified.ts';
import { notifiedTexts } from '../../../../../lib/console/texts/notified-texts.ts';

const at = (minute: number) => `2026-11-20T12:0${minute}:00.000+00:00`;
const nobody = (minute: number) =>
  ({ status: 'failed', reason: 'nobody_notified', created_at: at(minute) }) as const;
const sent = (minute: number) => ({ status: 'sent', reason: null, created_at: at(minute) }) as const;

test.each([
  'no_channel',
  'outside_scope',
  'user_not_active',
  'nobody_on_call',
  'channel_off',
  'acknowledged',
  'resolved',
  'storm',
  'sms_limit',
  'mail_limit',
  'country_not_allowed',
  'number_not_valid',
  'address_suppressed',
  'subscription_gone',
  'no_answer',
  'provider_refused',
  'nobody_notified',
  // These are reasons of providers.
  'refused',
  'throttled',
  'not_connected',
  'provider_failed',
  'carrier_unreachable',
  'expired',
  'spam',
])('The console describes the reason %s of a notification in words', (reason) => {
  expect(Object.values(notifiedTexts.reasons)).toContain(reasonText(reason));
});

test('The console shows the unknown reason of a notification unchanged, as a newer service may send it', () => {
  expect(reasonText('a_newer_reason')).toBe('a_newer_reason');
});

test.each([
  ['nothing was to be sent', [], false],
  ['somebody was reached', [sent(1)], false],
  ['nobody was reached', [nobody(1)], true],
  ['somebody was reached before, and nobody by a later event', [nobody(2), sent(1)], true],
  ['somebody was reached after nobody had been', [sent(2), nobody(1)], false],
  [
    'a receipt says that somebody was reached',
    [{ ...sent(2), status: 'delivered' as const }, nobody(1)],
    false,
  ],
])('The console warns if the last event with notifications reached nobody: %s', (_, rows, isNobody) => {
  expect(isNobodyReached(rows)).toBe(isNobody);
});

test('An alert waits for the people who were notified that it is new or escalated, each once', () => {
  const row = (user_name: string | null, event: Notification['event'], status: Notification['status']) => ({
    user_name,
    event,
    status,
  });
  const rows = [
    row('Maria', 'alert.escalated', 'queued'),
    row('Otto', 'alert.raised', 'sent'),
    row('Maria', 'alert.raised', 'sent'),
    row('Nobody', 'alert.raised', 'failed'),
    row('Silent', 'alert.raised', 'suppressed'),
    row('Late', 'alert.resolved', 'sent'),
    row(null, 'alert.raised', 'sent'),
  ];
  expect(notifiedPeople(rows)).toEqual(['Maria', 'Otto']);
});
