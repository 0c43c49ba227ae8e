import { ALERT_SEVERITIES } from '../severities.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX } from '../table/definition.ts';
import { formatTimestamp } from '../time.ts';
import type { TimerAttributes } from '../timers/timer.ts';
import type { Notification } from './notification.ts';

/** The reason of a notification that waits for a summary. */
export const STORM = 'storm';

type Waiting = Pick<Notification, 'status' | 'reason'>;

/** Whether a notification waits for a summary. */
export const isHeld = ({ status, reason }: Waiting): boolean => status === 'queued' && reason === STORM;

/** Whether a notification waits for its next attempt. */
export const needsAttempt = ({ status, reason }: Waiting): boolean => status === 'queued' && reason !== STORM;

/** The partition of the timer index with the notifications that a channel holds, the worst first, then the oldest. */
export const heldPartition = (channelId: string) => `held#${channelId}`;

/**
 * The attributes that list a held notification of a rank. No timer runs in that partition: only a summary sends it. An earlier release
 * lists by time alone, and reads both.
 */
export function heldAttributes(channelId: string, rank: number, now: Date): TimerAttributes {
  const place = ALERT_SEVERITIES.length - 1 - rank;
  return { [TIMER_INDEX]: heldPartition(channelId), [DUE_ATTRIBUTE]: `${place} ${formatTimestamp(now)}` };
}
