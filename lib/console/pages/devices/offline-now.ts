import type { Device } from '../../../client/types.ts';

/** The most recently heard before others, those never heard last; then by name. */
function offlineInOrder(offline: readonly Device[]): Device[] {
  const heard = ({ last_seen_at }: Device) => last_seen_at ?? '';
  return offline.toSorted(
    (one, other) => heard(other).localeCompare(heard(one)) || one.name.localeCompare(other.name),
  );
}

export interface DeviceFilter {
  readonly siteId?: string | undefined;
  readonly status?: Device['status'] | undefined;
  readonly type?: string | undefined;
}

/** The devices that are offline now, as a watch follows them. */
export interface OfflineNow {
  readonly devices: readonly Device[];
  /** Whether these are all of them. */
  readonly isComplete: boolean;
}

/**
 * The devices of a list in their current status: first all that are offline now, also those that the list has not loaded yet.
 * Devices that have left the chosen status since they were listed are left out.
 */
export function offlineFirst(
  listed: readonly Device[],
  { devices, isComplete }: OfflineNow,
  { siteId, status, type }: DeviceFilter,
): readonly Device[] {
  const known = new Map(listed.map((it) => [it.id, it.updated_at]));
  const offline = offlineInOrder(
    devices.filter(
      (it) =>
        (siteId === undefined || it.site_id === siteId) &&
        (type === undefined || it.type === type) &&
        (known.get(it.id) ?? '') <= it.updated_at,
    ),
  );
  const first = new Set(offline.map(({ id }) => id));
  const watched = new Set(devices.map(({ id }) => id));
  const others = listed
    .filter(({ id }) => !first.has(id))
    .map((it) =>
      isComplete && it.status === 'offline' && !watched.has(it.id)
        ? { ...it, status: 'online' as const }
        : it,
    );
  return [...offline, ...others].filter((it) => status === undefined || it.status === status);
}
