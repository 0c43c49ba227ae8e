import { type OnlineWatch, silentFrom } from '../devices/watch.ts';
import type { OwnHearing } from '../timers/timer-work.ts';

/** Whether a device was silent for all of its time, and Guard could have heard it: it heard itself afterwards. */
export function isSilent(watch: OnlineWatch, { checkedAt, resumedAt }: OwnHearing): boolean {
  return checkedAt >= silentFrom(watch, resumedAt);
}
