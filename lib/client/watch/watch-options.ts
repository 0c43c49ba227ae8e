import type { AlertFilters, DeviceFilters } from '../resources.ts';
import type { Alert, Device } from '../types.ts';

/**
 * Which alerts a watch shows, as filters of a list: those that are open, where no `status` is given. Platform admins name
 * one tenant (`tenant_id`).
 */
export type AlertWatchFilters = Pick<
  AlertFilters,
  'status' | 'severity' | 'type' | 'device_id' | 'tenant_id'
>;

export interface WatchOptions {
  /** Ends the watch: the iterator is done, and throws nothing. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How many things it holds at most, the newest; 1,000 by default. Beyond these 1,000 it reads a page of 100 every 4 seconds,
   * and only while it is connected live.
   */
  readonly most?: number | undefined;
}

/**
 * How a watch hears of changes:
 * - `live`: they are told at once;
 * - `polling`: sockets are refused, so lists are read again and again, and changes come up to 30 seconds late;
 * - `offline`: the service is not reached: what is shown may have changed.
 */
export type WatchConnection = 'live' | 'polling' | 'offline';

/** What a watch shows from a moment on. It is never changed: what changes makes another one. */
export interface AlertsSnapshot {
  /** Newest first, as lists have them. The same alert is the same object until it changes. */
  readonly alerts: readonly Alert[];
  /** Whether there are more than a watch holds, or has read so far; the oldest are left out then. */
  readonly capped: boolean;
  readonly connection: WatchConnection;
  /** When this was so, by the client's clock. */
  readonly at: Date;
}

/** Which devices a watch shows, as filters of a list. Platform admins name one tenant (`tenant_id`). */
export type DeviceWatchFilters = Pick<DeviceFilters, 'status' | 'type' | 'site_id' | 'tenant_id'>;

/** As of alerts; `last_seen_at` is as of the last change of a device's status, as in lists. */
export interface DevicesSnapshot extends Omit<AlertsSnapshot, 'alerts'> {
  /** Newest first, as lists have them. */
  readonly devices: readonly Device[];
}
