import { heartbeatDeadline, type OnlineWatch } from '../devices/heartbeat.ts';
import type { OwnHeartbeat } from '../timers/timer-work.ts';

/** Whether a device missed its heartbeat although Guard could receive it: its own heartbeat arrived after the deadline. */
export function isOverdue(watch: OnlineWatch, { checkedAt, resumedAt }: OwnHeartbeat): boolean {
  return checkedAt >= heartbeatDeadline(watch, resumedAt);
}
