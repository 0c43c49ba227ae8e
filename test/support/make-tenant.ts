import { USUAL_REMINDERS } from '../../shared/base/severities.ts';
import type { Tenant } from '../../shared/tenants/tenant.ts';
import { CREATED_AT } from './make-user.ts';

export function makeTenant(fields: Partial<Tenant> = {}): Tenant {
  return {
    id: '019a0000-0000-7000-8000-000000000002',
    name: 'Acme',
    status: 'active',
    requests_per_minute: null,
    time_zone: null,
    reminders: USUAL_REMINDERS,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    ...fields,
  };
}
