import type { Alert, AlertSeverity } from '../../client/types.ts';
import { desk } from '../texts/desk.ts';
import { isParked } from './alerts.ts';
import { rankOf } from './severities.ts';
import { messageOf, severityLabel } from './words.ts';

/** A screen stays open for months: an alert that is not open any more is forgotten this long after it was first seen. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

/** Finds the new alerts, by the alerts that the screen has seen. */
export class SeenAlerts {
  /** The highest severity of each alert, and since when; in the order of these times. */
  readonly #seen = new Map<string, { readonly severity: AlertSeverity; readonly at: number }>();
  /** The parked alerts. */
  #parked: ReadonlySet<string> = new Set();
  #isFirst = true;

  /**
   * The active alerts that were not there before, have a higher severity now, or are active again after an acknowledgement, and
   * those that were parked and are back. The
   * first call returns none, because all alerts would be new. An alert that comes back, such as after a lost connection, is not new.
   */
  newsOf(open: readonly Alert[], now: number): readonly Alert[] {
    const news = open.filter((alert) => alert.status === 'active' && this.#isNew(alert));
    for (const { id, status } of open) if (status === 'acknowledged') this.#seen.delete(id);
    for (const { id, severity } of news) {
      this.#seen.set(id, { severity, at: this.#seen.get(id)?.at ?? now });
    }
    if (news.length > 0) this.#forget(open, now);
    const back = open.filter(
      (it) => this.#parked.has(it.id) && it.status === 'acknowledged' && !isParked(it),
    );
    this.#parked = new Set(open.filter(isParked).map(({ id }) => id));
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return isFirst ? [] : [...news, ...back];
  }

  #isNew({ id, severity }: Alert): boolean {
    const before = this.#seen.get(id);
    return before === undefined || rankOf(severity) < rankOf(before.severity);
  }

  #forget(open: readonly Alert[], now: number): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const [id, { at }] of this.#seen) {
      if (now - at <= FORGOTTEN_MS) return; // the next ones are newer
      if (!ids.has(id)) this.#seen.delete(id);
    }
  }
}

/** The announcement for screen readers: one sentence, however many new alerts there are. */
export function newsText(alerts: readonly Alert[]): string {
  const [gravest] = [...alerts].sort((one, other) => rankOf(one.severity) - rankOf(other.severity));
  if (!gravest) return '';
  const which = `${severityLabel(gravest.severity)}: ${messageOf(gravest)}${gravest.site_name ? `, ${gravest.site_name}` : ''}`;
  if (alerts.every(({ status }) => status === 'acknowledged')) return desk.list.back(alerts.length, which);
  return alerts.length === 1 ? desk.list.oneNew(which) : desk.list.someNew(alerts.length, which);
}
