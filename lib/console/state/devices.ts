import type { Device } from '../../client/types.ts';

type Listed = Pick<Device, 'status' | 'heartbeat_seconds' | 'last_seen_at'>;

/** Only a watched device is ever silent. The status of another one is set by a user or key. */
export function isSilent({ status, heartbeat_seconds }: Listed): boolean {
  return status === 'offline' && heartbeat_seconds !== null;
}

export function deviceStatusLabel(device: Listed): string {
  if (device.status === 'online') return 'Online';
  return isSilent(device) ? 'Silent' : 'Offline';
}

/**
 * When a device was last heard, if a list is exact about it. Lists contain the time as of the last change of status, so it is
 * exact for silent devices only: their next heartbeat makes them online. `null` means never.
 */
export function lastHeardInList(device: Listed): string | null | undefined {
  return isSilent(device) ? device.last_seen_at : undefined;
}

/** Counts the silent devices with their sites, and the devices that are set offline. */
export function offlineText(offline: readonly Device[], sites: number): string {
  const silent = offline.filter(isSilent);
  const others = offline.length - silent.length;
  const places = new Set(silent.map(({ site_id }) => site_id)).size;
  const text =
    silent.length === 0
      ? 'No watched device is silent.'
      : `${silent.length} silent, at ${places} of ${sites} sites.`;
  if (others === 0) return text;
  return `${text} ${others === 1 ? '1 that is not watched is' : `${others} that are not watched are`} set offline.`;
}
