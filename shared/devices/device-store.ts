import { type EntityItem, entityItem } from '../table/entity-item.ts';
import { entityKey } from '../table/keys.ts';
import type { Device } from './device.ts';

/** The index that divides alerts by type and severity divides devices by type and status. */
export function deviceItem(device: Device): EntityItem<Device> {
  const facets = { type: device.type, status: device.status, severity: device.status };
  return entityItem('DEVICE', entityKey('DEVICE', device.tenant_id, device.id), device, facets);
}
