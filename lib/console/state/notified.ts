import type { Notification } from '../../client/types.ts';
import { notifiedTexts } from '../texts/notified-texts.ts';

/** The reasons that mean the same to a person as another one. */
const ALIKE: Readonly<Record<string, string>> = {
  refused: 'provider_refused',
  throttled: 'provider_refused',
  address_not_allowed: 'provider_refused',
  message_not_valid: 'provider_refused',
  provider_failed: 'no_answer',
  not_connected: 'no_answer',
  carrier_unreachable: 'unreachable',
  expired: 'unreachable',
  carrier_blocked: 'blocked',
  spam: 'blocked',
  subscription_not_valid: 'subscription_gone',
  push_key_missing: 'channel_off',
  tenant_not_active: 'user_not_active',
};

/** The text that says why a message was not sent, or waits. A newer service may have a reason of its own. */
export function reasonText(reason: string): string {
  const texts: Readonly<Record<string, string>> = notifiedTexts.reasons;
  return texts[ALIKE[reason] ?? reason] ?? reason;
}

/** The people to whom messages about a new or escalated alert were sent, or will be. */
export function notifiedPeople(
  rows: readonly Pick<Notification, 'status' | 'user_name' | 'event'>[],
): readonly string[] {
  const names = rows
    .filter(({ status, event }) => status !== 'failed' && status !== 'suppressed' && AWAITED.includes(event))
    .flatMap(({ user_name }) => user_name ?? []);
  return [...new Set(names)];
}

const AWAITED: readonly string[] = [
  'alert.raised',
  'alert.severity_raised',
  'alert.reactivated',
  'alert.escalated',
];

type Reached = Pick<Notification, 'status' | 'reason' | 'created_at'>;

/** Whether nobody could be reached, and nobody has been since then. */
export function isNobodyReached(notifications: readonly Reached[]): boolean {
  const latest = (rows: readonly Reached[]) =>
    Math.max(...rows.map(({ created_at }) => Date.parse(created_at)));
  const failures = notifications.filter(({ reason }) => reason === 'nobody_notified');
  const successes = notifications.filter(({ status }) => status === 'sent' || status === 'delivered');
  return failures.length > 0 && latest(failures) >= latest(successes);
}
