import type { Device } from '../../shared/devices/device.ts';
import { CREATED_AT } from './make-user.ts';

export function makeDevice(fields: Partial<Device> = {}): Device {
  return {
    id: '019a0000-0000-7000-8000-0000000000b1',
    tenant_id: '019a0000-0000-7000-8000-000000000002',
    site_id: '019a0000-0000-7000-8000-000000000003',
    zone_id: null,
    name: 'Camera',
    type: 'camera',
    serial: null,
    status: 'unknown',
    last_seen_at: null,
    heartbeat_seconds: null,
    offline_severity: 'high',
    runaway_after: null,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    ...fields,
  };
}
