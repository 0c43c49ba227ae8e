import { narrowToTenant, type Scope } from '../access.ts';
import { findTenantOf } from '../table/find-tenant.ts';
import type { Table } from '../table/table.ts';
import { DEVICES } from './device.ts';

/**
 * Narrows a scope to the tenant of a device, for `?device_id=` of a list. A scope within one tenant stays: its list finds no
 * other tenant's device. For a platform admin it reads the device's tenant; `undefined` if the device does not exist.
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
