import type { Device } from '../../client/types.ts';

/** The most recently heard before others, those never heard last; then by name. */
export function offlineInOrder(offline: readonly Device[]): Device[] {
  const heard = ({ last_seen_at }: Device) => last_seen_at ?? '';
  return offline.toSorted(
    (one, other) => heard(other).localeCompare(heard(one)) || one.name.localeCompare(other.name),
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
