import type { Device } from '../../client/types.ts';

type Listed = Pick<Device, 'status' | 'heartbeat_seconds' | 'last_seen_at'>;

/** Guard finds only watched devices silent. The status of the others is what somebody has set. */
export function isSilent({ status, heartbeat_seconds }: Listed): boolean {
  return status === 'offline' && heartbeat_seconds !== null;
}

export function deviceStatusLabel(device: Listed): string {
  if (device.status === 'online') return 'Online';
  return isSilent(device) ? 'Silent' : 'Offline';
}

/**
 * When a device was heard last, as far as a list can say: lists have it as of the last change of the status. So only of
 * a silent device it is exact, because the next sign of life makes it online. `null` is never.
 */
export function lastSignInList(device: Listed): string | null | undefined {
  return isSilent(device) ? device.last_seen_at : undefined;
}

/** How many devices are silent and how many are set offline, and at how many of the sites. */
export function offlineText(offline: readonly Device[], sites: number): string {
  const silent = offline.filter(isSilent);
  const others = offline.length - silent.length;
  const places = new Set(silent.map(({ site_id }) => site_id)).size;
  const found =
    silent.length === 0
      ? 'No watched device is silent.'
      : `${silent.length} silent, at ${places} of ${sites} sites.`;
  if (others === 0) return found;
  return `${found} ${others === 1 ? '1 that is not watched is' : `${others} that are not watched are`} set offline.`;
}
