import { ALERTS, type Alert } from '../../shared/alerts/alert.ts';

const ID = '019a0000-0000-7000-8000-00000000000';

/** An alert with defaults for all fields that a test does not name. */
export function makeAlert(fields: Partial<Alert> = {}): Alert {
  const data = {
    id: `${ID}1`,
    tenant_id: `${ID}2`,
    site_id: `${ID}3`,
    zone_id: null,
    device_id: null,
    type: 'panic',
    severity: 'high',
    status: 'active',
    message: 'Panic button pressed',
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    created_at: '2026-01-01T00:00:00.000+00:00',
    updated_at: '2026-01-01T00:00:00.000+00:00',
    raised_by: { kind: 'key', id: `${ID}4`, name: 'Alarm panel' },
    ...fields,
  };
  return { metadata: {}, ...ALERTS.peek({ data }), ...fields };
}
