import { type Page, type PageRequest, readPage } from '../lists/page.ts';
import { type Extent, planByTypeAndStatus } from '../lists/plan.ts';
import { readPartition } from '../lists/read-partition.ts';
import { type EntityItem, entityItem } from '../table/entity-item.ts';
import { entityKey, serialKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Device, type DeviceFilters, deviceSchema } from './device.ts';

export function deviceItem(device: Device): EntityItem<Device> {
  const facets = { type: device.type, status: device.status };
  return entityItem('DEVICE', entityKey('DEVICE', device.tenant_id, device.id), device, facets);
}

/** The claim of a serial, by its device. */
export function serialItem({ tenant_id, id }: Pick<Device, 'tenant_id' | 'id'>, serial: string) {
  return { ...serialKey(tenant_id, serial), device_id: id };
}

/** A page of the devices of an extent that match the filters, newest first. */
export function listDevices(
  table: Table,
  extent: Extent,
  filters: DeviceFilters,
  page: PageRequest,
): Promise<Page<Device>> {
  const plan = planByTypeAndStatus('DEVICE', extent, filters);
  return readPage(plan.partitions, readPartition(table, deviceSchema, plan), page);
}
