import { laterThan } from '../time.ts';
import { type AttemptResult, isGone, isSuccess } from './attempt.ts';
import type { Webhook } from './webhook.ts';

/** A webhook is disabled after this time without a success. */
const MAXIMUM_FAILING_MS = 5 * 86_400_000;

/**
 * The webhook after an attempt; `undefined` if it does not change. An active webhook is disabled by a 410 response and after
 * 5 days without a success.
 */
export function webhookAfterAttempt(
  webhook: Webhook,
  result: AttemptResult,
  at: string,
): Webhook | undefined {
  const changes = changesBy(webhook, result, at);
  return changes && { ...webhook, ...changes, updated_at: laterThan(webhook.updated_at, at) };
}

function changesBy(
  { status, failing_since }: Webhook,
  result: AttemptResult,
  at: string,
): Partial<Webhook> | undefined {
  if (status !== 'active') return undefined;
  if (isSuccess(result)) return failing_since === null ? undefined : { failing_since: null };
  const since = failing_since ?? at;
  if (isGone(result)) return { status: 'disabled', disabled_reason: 'gone', failing_since: since };
  if (Date.parse(at) - Date.parse(since) >= MAXIMUM_FAILING_MS) {
    return { status: 'disabled', disabled_reason: 'failing', failing_since: since };
  }
  return failing_since === null ? { failing_since: at } : undefined;
}
