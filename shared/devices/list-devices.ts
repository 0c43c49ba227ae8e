import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { type Extent, planByTypeAndStatus } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { DEVICES, type Device, type DeviceFilters } from './device.ts';

export function listDevices(
  table: Table,
  extent: Extent,
  filters: DeviceFilters,
  page: PageRequest,
): Promise<Page<Device>> {
  return listEntities(table, DEVICES, planByTypeAndStatus(DEVICES, extent, filters), page);
}
