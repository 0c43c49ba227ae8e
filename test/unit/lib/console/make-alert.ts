import type { Alert } from '../../../../lib/client/types.ts';

const AT = '2026-11-20T12:00:00.000+00:00';

/** An open alert as the service returns it, with the given fields. */
export function makeAlert(fields: Partial<Alert> = {}): Alert {
  return {
    id: '019aa111-0000-7000-8000-000000000001',
    tenant_id: '019aa111-0000-7000-8000-00000000000a',
    site_id: '019aa111-0000-7000-8000-00000000000b',
    zone_id: null,
    device_id: null,
    type: 'fire',
    severity: 'high',
    status: 'active',
    message: 'Smoke detected',
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    created_at: AT,
    updated_at: AT,
    version: 1,
    occurred_at: AT,
    occurrences: 1,
    last_occurred_at: AT,
    dedup_key: null,
    raised_by: { kind: 'key', id: null, name: 'Alarm panel' },
    acknowledged_by_name: null,
    resolved_by_name: null,
    site_name: 'City Office',
    zone_name: null,
    device_name: null,
    resolution: null,
    escalation_level: 0,
    ...fields,
  };
}

/** Ids in the order of creation: the larger the number, the newer. */
export const idOf = (number: number): string => `019aa111-0000-7000-8000-${String(number).padStart(12, '0')}`;
