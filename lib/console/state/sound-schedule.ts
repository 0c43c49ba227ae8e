import type { Alert } from '../../client/types.ts';
import { rankOf } from './severities.ts';

/** The interval at which the sound repeats while alerts need attention. */
export const ALERT_EVERY_MS = 8_000;
/** A new alert sounds at once, but a storm of them has pauses. */
export const SHORTEST_PAUSE_MS = 2_000;
/** A connection that is back by then makes no sound. */
export const LOST_AFTER_MS = 5_000;
export const LOST_EVERY_MS = 30_000;

/** A high alert of these types endangers people. */
const URGENT_TYPES: ReadonlySet<string> = new Set(['fire', 'panic', 'intrusion']);

type Judged = Pick<Alert, 'status' | 'severity' | 'type' | 'reported_type' | 'escalation_level'>;

/**
 * Whether the sound repeats until a person acknowledges an alert: every critical or escalated one, and a high one that
 * endangers people.
 */
export function needsAttention({
  status,
  severity,
  type,
  reported_type = type,
  escalation_level,
}: Judged): boolean {
  if (status !== 'active') return false;
  const isUrgent = URGENT_TYPES.has(type) || URGENT_TYPES.has(reported_type);
  return severity === 'critical' || escalation_level > 0 || (severity === 'high' && isUrgent);
}

/** Grows with each escalation step, and when the severity of an alert rises. */
const urgencyOf = ({ escalation_level, severity }: Alert) => 10 * escalation_level - rankOf(severity);

export type Sound = 'alert' | 'lost';

export interface Due {
  /** The sounds to make now. */
  readonly sounds: readonly Sound[];
  /** The time after which to ask again if nothing changes until then. */
  readonly againInMs: number | undefined;
}

/** Decides when the screen makes which sound. Times are in milliseconds by a clock that never goes back. */
export class SoundSchedule {
  /** The urgency of the alerts for which the last sound was made. */
  #soundedFor: ReadonlyMap<string, number> = new Map();
  #soundedAt = Number.NEGATIVE_INFINITY;
  #lostSince: number | undefined;
  #lostSoundedAt = Number.NEGATIVE_INFINITY;

  /** `alerts` are all open alerts within the scope, whatever the filters show. */
  next(alerts: readonly Alert[], isLost: boolean, now: number): Due {
    const [isAlert, alertInMs] = this.#alertDue(alerts.filter(needsAttention), now);
    const [isLostDue, lostInMs] = this.#lostDue(isLost, now);
    const againInMs = Math.min(alertInMs, lostInMs);
    return {
      sounds: [...(isAlert ? (['alert'] as const) : []), ...(isLostDue ? (['lost'] as const) : [])],
      againInMs: Number.isFinite(againInMs) ? againInMs : undefined,
    };
  }

  #alertDue(urgent: readonly Alert[], now: number): [isDue: boolean, againInMs: number] {
    if (urgent.length === 0) {
      this.#soundedFor = new Map();
      return [false, Number.POSITIVE_INFINITY];
    }
    const isNews = urgent.some(
      (alert) => urgencyOf(alert) > (this.#soundedFor.get(alert.id) ?? Number.NEGATIVE_INFINITY),
    );
    const dueAt = this.#soundedAt + (isNews ? SHORTEST_PAUSE_MS : ALERT_EVERY_MS);
    if (now < dueAt) return [false, dueAt - now];
    this.#soundedAt = now;
    this.#soundedFor = new Map(urgent.map((alert) => [alert.id, urgencyOf(alert)]));
    return [true, ALERT_EVERY_MS];
  }

  #lostDue(isLost: boolean, now: number): [isDue: boolean, againInMs: number] {
    if (!isLost) {
      this.#lostSince = undefined;
      return [false, Number.POSITIVE_INFINITY];
    }
    this.#lostSince ??= now;
    const dueAt = Math.max(this.#lostSince + LOST_AFTER_MS, this.#lostSoundedAt + LOST_EVERY_MS);
    if (now < dueAt) return [false, dueAt - now];
    this.#lostSoundedAt = now;
    return [true, LOST_EVERY_MS];
  }
}
