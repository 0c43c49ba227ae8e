import type { Site } from '../../shared/sites/site.ts';
import { CREATED_AT } from './make-user.ts';

/** A site whose id ends with a digit. */
export function makeSite(digit: string, fields: Partial<Site> = {}): Site {
  return {
    id: `019a0000-0000-7000-8000-00000000000${digit}`,
    tenant_id: 'acme',
    name: `Site ${digit}`,
    address: null,
    timezone: 'UTC',
    escalation: null,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    ...fields,
  };
}
