import type { Alert } from '../../client/types.ts';

/** How often the sound repeats while alerts need attention. */
export const ALERT_EVERY_MS = 8_000;
/** News ring at once, but a storm of them does not ring without a pause. */
export const SHORTEST_PAUSE_MS = 2_000;
/** A connection that is back by then is no news. */
export const LOST_AFTER_MS = 5_000;
export const LOST_EVERY_MS = 30_000;

/** A high alert of these types endangers people. */
const URGENT_TYPES: ReadonlySet<string> = new Set(['fire', 'panic', 'intrusion']);

type Judged = Pick<Alert, 'status' | 'severity' | 'type' | 'escalation_level'>;

/**
 * Whether an alert rings until a person acknowledges it: every critical one, every one that has been escalated, and those
 * of severity high that endanger people.
 */
export function needsAttention({ status, severity, type, escalation_level }: Judged): boolean {
  if (status !== 'active') return false;
  return severity === 'critical' || escalation_level > 0 || (severity === 'high' && URGENT_TYPES.has(type));
}

export type Sound = 'alert' | 'lost';

export interface Due {
  /** What sounds now. */
  readonly sounds: readonly Sound[];
  /** When to ask again, if nothing changes until then. */
  readonly againInMs: number | undefined;
}

/** Decides when the screen makes which sound. Times are milliseconds of one clock that never goes back. */
export class SoundSchedule {
  /** How far each alert had been escalated that has been rung for. */
  #rungFor: ReadonlyMap<string, number> = new Map();
  #rungAt = Number.NEGATIVE_INFINITY;
  #lostSince: number | undefined;
  #lostRungAt = Number.NEGATIVE_INFINITY;

  /** `alerts` are all open alerts within reach, whatever the filters show. */
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
      this.#rungFor = new Map();
      return [false, Number.POSITIVE_INFINITY];
    }
    const isNews = urgent.some(
      ({ id, escalation_level }) => escalation_level > (this.#rungFor.get(id) ?? -1),
    );
    const dueAt = this.#rungAt + (isNews ? SHORTEST_PAUSE_MS : ALERT_EVERY_MS);
    if (now < dueAt) return [false, dueAt - now];
    this.#rungAt = now;
    this.#rungFor = new Map(urgent.map(({ id, escalation_level }) => [id, escalation_level]));
    return [true, ALERT_EVERY_MS];
  }

  #lostDue(isLost: boolean, now: number): [isDue: boolean, againInMs: number] {
    if (!isLost) {
      this.#lostSince = undefined;
      return [false, Number.POSITIVE_INFINITY];
    }
    this.#lostSince ??= now;
    const dueAt = Math.max(this.#lostSince + LOST_AFTER_MS, this.#lostRungAt + LOST_EVERY_MS);
    if (now < dueAt) return [false, dueAt - now];
    this.#lostRungAt = now;
    return [true, LOST_EVERY_MS];
  }
}
