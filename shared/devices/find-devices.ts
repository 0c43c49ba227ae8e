import { narrowToTenant, type Scope } from '../base/access.ts';
import { findTenantOf } from '../table/find-tenant.ts';
import type { Page, PageRequest } from '../table/list-page.ts';
import { type Extent, planByTypeAndStatus } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { DEVICES, type Device, type DeviceFilters, type StoredDevice } from './device.ts';
import { watchKey } from './heartbeat.ts';

export function listDevices(
  table: Table,
  extent: Extent,
  filters: DeviceFilters,
  page: PageRequest,
): Promise<Page<Device>> {
  return listEntities(table, DEVICES, planByTypeAndStatus(DEVICES, extent, filters), page);
}

export interface DeviceIds {
  readonly tenantId: string;
  readonly deviceId: string;
}

/** Reads a device with its watch, strongly consistent. */
export async function loadDevice(
  table: Table,
  { tenantId, deviceId }: DeviceIds,
): Promise<StoredDevice | undefined> {
  const keys = [DEVICES.key(tenantId, deviceId), watchKey(tenantId, deviceId)];
  const [item, watch] = await batchGet(table, keys);
  return item && DEVICES.read(item, watch);
}

/**
 * Narrows a scope to the tenant of a device, for a list with `?device_id=`. A scope within one tenant does not change,
 * because its lists never contain another tenant's device. For a platform admin, it reads the device's tenant; `undefined` if
 * the device does not exist.
 */
export async function narrowToDevice(
  table: Table,
  scope: Scope,
  deviceId: string,
): Promise<Scope | undefined> {
  if (scope.kind !== 'platform') return scope;
  const tenantId = await findTenantOf(table, DEVICES, deviceId);
  return tenantId === undefined ? undefined : narrowToTenant(scope, tenantId);
}
