import type { AlertFilters, DeviceFilters } from '../resources.ts';
import type { Alert, Device, SiteOpenings, SiteTest } from '../types.ts';
import type { Viewer } from './live-message.ts';
import type { OpenAlert } from './open-alert.ts';

/**
 * The filters of a watch of alerts, as of a list. Without a `status` it shows open alerts. Platform admins name one tenant
 * (`tenant_id`).
 */
export type AlertWatchFilters = Pick<
  AlertFilters,
  'status' | 'severity' | 'type' | 'device_id' | 'tenant_id'
>;

export interface WatchOptions {
  /** Ends the watch: the iterator is done, without an error. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The maximum number of items that the watch holds, the newest ones; 1,000 by default. Beyond 1,000 it reads a page of 100
   * every 4 seconds, and only while it is live.
   */
  readonly most?: number | undefined;
}

/** The options of a watch of alerts. */
export interface AlertWatchOptions extends WatchOptions {
  /** Called with each test that begins, changes or ends, while the watch is live. `tests.list` has those that run. */
  readonly onTest?: ((test: SiteTest) => void) | undefined;
  /** The alert that the person has open. The service shows it to others who have it open, while the watch is live. */
  readonly openAlert?: OpenAlert | undefined;
  /** Called with all people who have the open alert open, the own person included, whenever these change. */
  readonly onViewers?: ((alertId: string, viewers: readonly Viewer[]) => void) | undefined;
}

/**
 * How a watch receives changes:
 * - `live`: at once;
 * - `late`: the service answers, but sends changes more than 30 seconds late, so lists are polled, too;
 * - `polling`: there is no WebSocket, so lists are polled, and changes arrive up to 30 seconds late;
 * - `offline`: the service is not reached, so the snapshot may be out of date. This is known 35 seconds after the last proof.
 */
export type WatchConnection = 'live' | 'late' | 'polling' | 'offline';

/** The state of a watch at one time. A change results in a new snapshot, and so does each proof. */
export interface AlertsSnapshot {
  /** The alerts, newest first as in lists. An alert is the same object until it changes. */
  readonly alerts: readonly Alert[];
  /** Whether there are more items than the watch holds, or has read so far. The oldest are missing then. */
  readonly capped: boolean;
  readonly connection: WatchConnection;
  /**
   * When the service last proved that the snapshot is up to date, by the client's clock. A live connection proves it every 20
   * seconds. Undefined before the first proof.
   */
  readonly provenAt: Date | undefined;
  /** The time of the snapshot by the client's clock. */
  readonly at: Date;
}

/** The filters of a watch of devices, as of a list. Platform admins name one tenant (`tenant_id`). */
export type DeviceWatchFilters = Pick<DeviceFilters, 'status' | 'type' | 'site_id' | 'tenant_id'>;

/** The options of a watch of devices. */
export interface DeviceWatchOptions extends WatchOptions {
  /**
   * Called with each opening and closing of a site within the scope, while the watch is live. `sites.get` has the current
   * state, which a watch without a connection does not learn of.
   */
  readonly onOpenings?: ((siteId: string, openings: SiteOpenings) => void) | undefined;
}

/** A snapshot of devices. As in lists, `last_seen_at` is as of the last change of a device's status. */
export interface DevicesSnapshot extends Omit<AlertsSnapshot, 'alerts'> {
  /** Newest first, as in lists. */
  readonly devices: readonly Device[];
}
