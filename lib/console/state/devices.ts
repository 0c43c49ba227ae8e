import type { Device } from '../../client/types.ts';

type Listed = Pick<Device, 'status' | 'heartbeat_seconds' | 'last_seen_at'>;

/** Only a watched device is ever silent. The status of another one is set by a user or key. */
export function isSilent({ status, heartbeat_seconds }: Listed): boolean {
  return status === 'offline' && heartbeat_seconds !== null;
}

/**
 * When a device was last heard, if a list is exact about it. Lists contain the time as of the last change of status, so it is
 * exact for silent devices only: their next heartbeat makes them online. `null` means never.
 */
export function lastHeardInList(device: Listed): string | null | undefined {
  return isSilent(device) ? device.last_seen_at : undefined;
}

/** The number of silent devices, of their sites, and of devices that are set offline. */
export function countOffline(offline: readonly Device[]): Record<'silent' | 'sites' | 'others', number> {
  const silent = offline.filter(isSilent);
  const sites = new Set(silent.map(({ site_id }) => site_id)).size;
  return { silent: silent.length, sites, others: offline.length - silent.length };
}

/** Silent devices first, the most recently heard before others, those never heard last; then by name. */
export function offlineInOrder(offline: readonly Device[]): Device[] {
  const heard = (device: Device) => lastHeardInList(device) ?? '';
  return offline.toSorted(
    (one, other) =>
      Number(isSilent(other)) - Number(isSilent(one)) ||
      heard(other).localeCompare(heard(one)) ||
      one.name.localeCompare(other.name),
  );
}

/**
 * Updates the status of devices that were listed earlier. `offline` has every offline device if `isComplete`, otherwise only
 * some.
 */
export function withCurrentStatus(
  listed: readonly Device[],
  offline: readonly Device[],
  isComplete: boolean,
): readonly Device[] {
  const byId = new Map(offline.map((device) => [device.id, device]));
  return listed.map((device) => {
    const now = byId.get(device.id);
    if (now) return now.updated_at > device.updated_at ? now : device;
    return isComplete && device.status === 'offline' ? { ...device, status: 'online' } : device;
  });
}
