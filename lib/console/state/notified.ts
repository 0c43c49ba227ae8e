import type { Notification } from '../../client/types.ts';
import { notifiedTexts } from '../texts/notified-texts.ts';

/** Why a message was not sent, or waits. A newer service may have a reason of its own. */
export function reasonText(reason: string): string {
  return (notifiedTexts.reasons as Readonly<Record<string, string>>)[reason] ?? reason;
}

type Reached = Pick<Notification, 'status' | 'reason' | 'created_at'>;

/** Whether nobody could be reached, and nobody has been since then. */
export function isNobodyReached(notifications: readonly Reached[]): boolean {
  const latest = (rows: readonly Reached[]) =>
    Math.max(...rows.map(({ created_at }) => Date.parse(created_at)));
  const failures = notifications.filter(({ reason }) => reason === 'nobody_notified');
  const successes = notifications.filter(({ status }) => status === 'sent' || status === 'delivered');
  return failures.length > 0 && latest(failures) >= latest(successes);
}
