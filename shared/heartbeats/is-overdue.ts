import { heartbeatDeadline, type OnlineWatch } from '../devices/heartbeat.ts';
import type { OwnHeartbeat } from '../timers/timer-work.ts';

/** Whether a device was silent for all of its time, and Guard could have heard it: it heard itself afterwards. */
export function isOverdue(watch: OnlineWatch, { checkedAt, resumedAt }: OwnHeartbeat): boolean {
  return checkedAt >= heartbeatDeadline(watch, resumedAt);
}
