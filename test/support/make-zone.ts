import type { Zone } from '../../shared/sites/zone.ts';
import { CREATED_AT } from './make-user.ts';

export function makeZone(fields: Partial<Zone> = {}): Zone {
  return {
    id: '019a0000-0000-7000-8000-0000000000a1',
    tenant_id: '019a0000-0000-7000-8000-000000000002',
    site_id: '019a0000-0000-7000-8000-000000000003',
    name: 'Entrance',
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    ...fields,
  };
}
