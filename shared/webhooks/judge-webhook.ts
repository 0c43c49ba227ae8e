import { laterThan } from '../time.ts';
import { type AttemptResult, isGone, isSuccess } from './attempt.ts';
import type { Webhook } from './webhook.ts';

/** After so long without a success a webhook is disabled. */
const LONGEST_FAILING_MS = 5 * 86_400_000;

/**
 * What the result of an attempt makes of a webhook that is active; `undefined` where it stays as it is. One that wants no more
 * (410) is disabled, and so is one that has had no success for 5 days.
 */
export function judgeWebhook(webhook: Webhook, result: AttemptResult, at: string): Webhook | undefined {
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
  if (Date.parse(at) - Date.parse(since) >= LONGEST_FAILING_MS) {
    return { status: 'disabled', disabled_reason: 'failing', failing_since: since };
  }
  return failing_since === null ? { failing_since: at } : undefined;
}
