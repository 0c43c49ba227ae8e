import { type Device, deviceInputSchema, newDevice } from '../../shared/devices/device.ts';
import { CREATED_AT } from './make-user.ts';

const SITE = {
  id: '019a0000-0000-7000-8000-000000000003',
  tenant_id: '019a0000-0000-7000-8000-000000000002',
};

export function makeDevice(fields: Partial<Device> = {}): Device {
  const input = deviceInputSchema.parse({ name: 'Camera', type: 'camera' });
  const created = { id: '019a0000-0000-7000-8000-0000000000b1', site: SITE, at: CREATED_AT };
  return { ...newDevice(input, created), ...fields };
}
