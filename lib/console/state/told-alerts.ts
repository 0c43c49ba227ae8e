import type { Alert } from '../../client/types.ts';
import type { AlertsSnapshot } from '../../client/watch/watch-options.ts';
import { later, REMEMBERED_MS } from './alerts.ts';

type Told = AlertsSnapshot | undefined;

/**
 * What two watches tell of open alerts, put together: one of all alerts, which holds the newest only, and one of the critical
 * ones. Each hears at its own pace, and lists lag; an alert goes back to an older version by neither.
 */
export class ToldAlerts {
  /** The newest state of each alert, and when it was told last. */
  readonly #known = new Map<string, { readonly alert: Alert; readonly at: number }>();
  /** What the watch of all alerts has stopped telling, and when. */
  readonly #gone = new Map<string, number>();
  #before: readonly Alert[] = [];

  /** Takes what the watches tell now. Gives each alert once, as the one says that ever knew more. */
  take(all: Told, critical: Told): readonly Alert[] {
    const now = Math.max(all?.at.getTime() ?? 0, critical?.at.getTime() ?? 0);
    this.#noteGone(all, now);
    // After so long no list lags: what is told then is so. A fire is not hidden for ever.
    for (const [id, at] of this.#gone) if (now - at > REMEMBERED_MS) this.#gone.delete(id);
    const told = new Map<string, Alert>();
    for (const alert of [...(all?.alerts ?? []), ...(critical?.alerts ?? [])]) {
      const newest = later(this.#known.get(alert.id)?.alert, alert);
      this.#known.set(alert.id, { alert: newest, at: now });
      if (!this.#gone.has(alert.id)) told.set(alert.id, newest);
    }
    for (const [id, { at }] of this.#known) if (now - at > REMEMBERED_MS) this.#known.delete(id);
    return [...told.values()];
  }

  /**
   * A watch has no word for `resolved`: it stops telling of an alert. What the watch of all alerts has told, would still have
   * room for and tells no more is over, or out of reach; the other watch is late if it still has it. What it has never told is
   * something else: there the other watch was first. While it is offline it may have forgotten all, so that says nothing.
   */
  #noteGone(all: Told, now: number): void {
    const alerts = all?.alerts ?? [];
    const ids = new Set(alerts.map(({ id }) => id));
    if (all && all.connection !== 'offline') {
      // Ids are in the order of creation, and the oldest are left out.
      const oldest = all.capped ? (alerts.at(-1)?.id ?? '') : '';
      for (const { id } of this.#before) if (!ids.has(id) && id > oldest) this.#gone.set(id, now);
    }
    for (const id of ids) this.#gone.delete(id);
    this.#before = alerts;
  }
}
