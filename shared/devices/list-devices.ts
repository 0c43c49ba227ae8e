import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { type Extent, type ListPlan, planByTypeAndStatus, planList } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { DEVICES, type Device, type DeviceFilters } from './device.ts';

export function listDevices(
  table: Table,
  extent: Extent,
  filters: DeviceFilters,
  page: PageRequest,
): Promise<Page<Device>> {
  return listEntities(table, DEVICES, planDevices(extent, filters), page);
}

/**
 * The indexes contain a device that is not watched as online, or as offline if an earlier release set that: the filter keeps
 * it out of the lists of watched devices. It can move to the online ones only.
 */
function planDevices(extent: Extent, { type, status }: DeviceFilters): ListPlan {
  if (status === undefined) return planByTypeAndStatus(DEVICES, extent, { type });
  const rounds = (status === 'unknown' ? ['offline', 'online'] : [status]).map((it) => [
    { type, status: it },
  ]);
  const division = type === undefined ? 'status' : 'type_severity';
  return planList(DEVICES, extent, division, rounds, { heartbeat_seconds: status !== 'unknown' });
}
