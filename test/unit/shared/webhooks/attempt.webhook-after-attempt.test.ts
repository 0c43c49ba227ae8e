import { expect, test } from 'vitest';
import { type AttemptResult, webhookAfterAttempt } from '../../../../shared/webhooks/attempt.ts';
import type { Webhook } from '../../../../shared/webhooks/webhook.ts';
import { makeWebhook } from '../../../support/make-webhook.ts';

const NOW = '2026-11-22T12:00:00.000+00:00';
const LONG_AGO = '2026-11-17T12:00:00.000+00:00';
const LATELY = '2026-11-17T12:00:00.001+00:00';

const webhook = makeWebhook();

const answered = (statusCode: number | null): AttemptResult => ({
  statusCode,
  milliseconds: 1,
  response: null,
  error: statusCode === null ? 'timeout' : null,
});

test.each<[number | null, string | null, Partial<Webhook> | undefined]>([
  [200, null, undefined],
  [204, LATELY, { failing_since: null }],
  [299, LONG_AGO, { failing_since: null }],
  [199, null, { failing_since: NOW }],
  [300, null, { failing_since: NOW }],
  [307, null, { failing_since: NOW }],
  [404, null, { failing_since: NOW }],
  [500, LATELY, undefined],
  [500, LONG_AGO, { status: 'disabled', disabled_reason: 'failing' }],
  [null, null, { failing_since: NOW }],
  [null, LONG_AGO, { status: 'disabled', disabled_reason: 'failing' }],
  [410, null, { status: 'disabled', disabled_reason: 'gone', failing_since: NOW }],
  [410, LATELY, { status: 'disabled', disabled_reason: 'gone', failing_since: LATELY }],
])(
  'The response status %s to a webhook that has failed since %s changes these fields of the webhook: %j',
  (statusCode, failing_since, changes) => {
    const before = { ...webhook, failing_since };
    const expected = changes && { ...before, ...changes, updated_at: NOW };
    expect(webhookAfterAttempt(before, answered(statusCode), NOW)).toEqual(expected);
  },
);

test('A disabled webhook does not change after an attempt', () => {
  for (const statusCode of [200, 410, 500]) {
    const disabled: Webhook = { ...webhook, status: 'disabled', failing_since: LONG_AGO };
    expect(webhookAfterAttempt(disabled, answered(statusCode), NOW)).toBeUndefined();
  }
});
