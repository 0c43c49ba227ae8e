import { narrowToTenant, type Scope } from '../access.ts';
import { findTenantOf } from '../table/find-tenant.ts';
import type { Table } from '../table/table.ts';
import { DEVICES } from './device.ts';

/**
 * The part of a reach that holds all of it that a device has to do with: `?device_id=` of a list. Where the reach is of one
 * tenant it stays as it is, and the list finds nothing of a device of another. For a platform admin a read finds the
 * device's tenant; `undefined` where there is no such device, or none any more.
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
