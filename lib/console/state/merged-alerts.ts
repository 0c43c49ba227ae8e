import type { Alert } from '../../client/types.ts';
import type { AlertsSnapshot } from '../../client/watch/watch-options.ts';
import { newer, STALE_AFTER_MS } from './alerts.ts';

type Snapshot = AlertsSnapshot | undefined;

/**
 * Merges the snapshots of two watches of open alerts: one of all alerts, which contains the newest only, and one of the
 * critical alerts. Each watch has its own delay, and lists may be stale. No alert goes back to an older version.
 */
export class MergedAlerts {
  /** The newest version of each alert, and when a watch last contained the alert. */
  readonly #known = new Map<string, { readonly alert: Alert; readonly at: number }>();
  /** The alerts that the watch of all alerts contains no more, and since when. */
  readonly #gone = new Map<string, number>();
  #before: readonly Alert[] = [];

  /** Takes the present snapshots. Returns each alert once, in its newest version. */
  merge(all: Snapshot, critical: Snapshot): readonly Alert[] {
    const now = Math.max(all?.at.getTime() ?? 0, critical?.at.getTime() ?? 0);
    this.#noteGone(all, now);
    // No list is stale for so long. An alert that is still listed then is open, and must not stay hidden.
    for (const [id, at] of this.#gone) if (now - at > STALE_AFTER_MS) this.#gone.delete(id);
    const merged = new Map<string, Alert>();
    for (const alert of [...(all?.alerts ?? []), ...(critical?.alerts ?? [])]) {
      const newest = newer(this.#known.get(alert.id)?.alert, alert);
      this.#known.set(alert.id, { alert: newest, at: now });
      if (!this.#gone.has(alert.id)) merged.set(alert.id, newest);
    }
    for (const [id, { at }] of this.#known) if (now - at > STALE_AFTER_MS) this.#known.delete(id);
    return [...merged.values()];
  }

  /**
   * A watch does not say that an alert is resolved: its next snapshot lacks the alert. If the watch of all alerts contained
   * an alert, lacks it now and would have room for it, the alert is resolved or outside the scope, even if the other watch
   * still contains it. An alert that the watch of all alerts never contained may be newer than its snapshot. An offline
   * watch may have lost its alerts, so its snapshot proves nothing.
   */
  #noteGone(all: Snapshot, now: number): void {
    const alerts = all?.alerts ?? [];
    const ids = new Set(alerts.map(({ id }) => id));
    if (all && all.connection !== 'offline') {
      // Ids are in the order of creation, and a capped watch omits the oldest.
      const oldest = all.capped ? (alerts.at(-1)?.id ?? '') : '';
      for (const { id } of this.#before) if (!ids.has(id) && id > oldest) this.#gone.set(id, now);
    }
    for (const id of ids) this.#gone.delete(id);
    this.#before = alerts;
  }
}
