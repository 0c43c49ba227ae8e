import { concernsLives } from '../../../shared/base/life-types.ts';
import type { Alert } from '../../client/types.ts';
import { isParked } from './alerts.ts';
import { rankOf } from './severities.ts';

/** The interval at which the sound repeats while alerts need attention. */
export const ALERT_EVERY_MS = 8_000;
/** A new alert sounds at once, but a storm of them has pauses. */
export const SHORTEST_PAUSE_MS = 2_000;
/** A connection that is back by then makes no sound. */
export const LOST_AFTER_MS = 5_000;
export const LOST_EVERY_MS = 30_000;

/** Whether a high alert of this type endangers people. */
const isUrgentType = (type: string) => type === 'intrusion' || concernsLives(type);

/** How long an acknowledgement covers further alarms of a panel. */
const COVERED_MS = 5 * 60_000;

/** The dedup keys that Guard gives to the alarms of panels begin with this. */
const OF_PANEL = 'panel:';

/**
 * Whether an acknowledged alert has occurred again so that the desk must hear it, although it does not become active again: a stuck
 * button rings once for each change of the count.
 */
function isLaterAlarm(alert: Alert): boolean {
  const { status, type, reported_type = type, dedup_key, acknowledged_at, last_occurred_at } = alert;
  if (status !== 'acknowledged' || acknowledged_at === null) return false;
  const laterMs = Date.parse(last_occurred_at) - Date.parse(acknowledged_at);
  if (concernsLives(type) || concernsLives(reported_type)) return laterMs > 0;
  return (dedup_key?.startsWith(OF_PANEL) ?? false) && laterMs >= COVERED_MS;
}

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
  const isUrgent = isUrgentType(type) || isUrgentType(reported_type);
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
  /** How often each acknowledged alert has occurred. */
  #occurrences: ReadonlyMap<string, number> = new Map();
  /** Whether an acknowledged alert has occurred again, or a parked one is back, since the last sound. */
  #isAgain = false;
  /** The parked alerts: each makes a sound when it is back. */
  #parked: ReadonlySet<string> = new Set();
  #lostSince: number | undefined;
  #lostSoundedAt = Number.NEGATIVE_INFINITY;

  /** `alerts` are all open alerts within the scope, whatever the filters show. */
  next(alerts: readonly Alert[], isLost: boolean, now: number): Due {
    this.#count(alerts.filter(({ status }) => status === 'acknowledged'));
    this.#followParked(alerts);
    const [isAlert, alertInMs] = this.#alertDue(alerts.filter(needsAttention), now);
    const [isLostDue, lostInMs] = this.#lostDue(isLost, now);
    const againInMs = Math.min(alertInMs, lostInMs);
    return {
      sounds: [...(isAlert ? (['alert'] as const) : []), ...(isLostDue ? (['lost'] as const) : [])],
      againInMs: Number.isFinite(againInMs) ? againInMs : undefined,
    };
  }

  #count(acknowledged: readonly Alert[]): void {
    this.#isAgain ||= acknowledged.some(
      (alert) =>
        isLaterAlarm(alert) &&
        alert.occurrences > (this.#occurrences.get(alert.id) ?? Number.POSITIVE_INFINITY),
    );
    this.#occurrences = new Map(acknowledged.map(({ id, occurrences }) => [id, occurrences]));
  }

  #followParked(alerts: readonly Alert[]): void {
    this.#isAgain ||= alerts.some((alert) => this.#parked.has(alert.id) && !isParked(alert));
    this.#parked = new Set(alerts.filter(isParked).map(({ id }) => id));
  }

  #alertDue(urgent: readonly Alert[], now: number): [isDue: boolean, againInMs: number] {
    if (urgent.length === 0 && !this.#isAgain) {
      this.#soundedFor = new Map();
      return [false, Number.POSITIVE_INFINITY];
    }
    const isNews =
      this.#isAgain ||
      urgent.some((alert) => urgencyOf(alert) > (this.#soundedFor.get(alert.id) ?? Number.NEGATIVE_INFINITY));
    const dueAt = this.#soundedAt + (isNews ? SHORTEST_PAUSE_MS : ALERT_EVERY_MS);
    if (now < dueAt) return [false, dueAt - now];
    this.#soundedAt = now;
    this.#isAgain = false;
    this.#soundedFor = new Map(urgent.map((alert) => [alert.id, urgencyOf(alert)]));
    return [true, urgent.length > 0 ? ALERT_EVERY_MS : Number.POSITIVE_INFINITY];
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
