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

/** The partition of the timer index with the notifications that a channel holds, by the time from which it holds them. */
export const heldPartition = (channelId: string) => `held#${channelId}`;

/** The attributes that list a held notification. No timer runs in that partition: only a summary sends it. */
export function heldAttributes(channelId: string, now: Date): TimerAttributes {
  return { [TIMER_INDEX]: heldPartition(channelId), [DUE_ATTRIBUTE]: formatTimestamp(now) };
}
