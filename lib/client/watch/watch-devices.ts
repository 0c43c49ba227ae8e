import type { Device } from '../types.ts';
import type { WatchSource } from './watch.ts';
import type { DeviceWatchFilters, DeviceWatchOptions } from './watch-options.ts';

/** The rules of a watch of devices. */
export function watchableDevices(
  { status, type, site_id, tenant_id }: DeviceWatchFilters,
  { onOpenings }: Pick<DeviceWatchOptions, 'onOpenings'> = {},
): Pick<WatchSource<Device>, 'isNewer' | 'matches' | 'itemIn'> {
  const isWanted = (value: string | undefined, own: string) => value === undefined || value === own;
  return {
    isNewer: (one, other) => one.updated_at > other.updated_at,
    matches: (device) =>
      isWanted(status, device.status) &&
      isWanted(type, device.type) &&
      isWanted(site_id, device.site_id) &&
      isWanted(tenant_id, device.tenant_id),
    itemIn: (change) => {
      if (change.type === 'openings' && isWanted(site_id, change.site_id)) {
        onOpenings?.(change.site_id, change.openings);
      }
      if (change.type === 'device') return change.device;
      return change.type === 'device_removed' ? change.device_id : undefined;
    },
  };
}
