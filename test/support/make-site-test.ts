import { GUARD_ITSELF } from '../../shared/base/actor.ts';
import type { SiteTest } from '../../shared/test-mode/site-test.ts';

/** Without what only answers of endpoints have. */
type StoredFields = Omit<SiteTest, 'excluded_types' | 'devices'>;

/** A test of a whole site, from noon to one o'clock. */
export function makeSiteTest(fields: Partial<StoredFields> = {}): StoredFields {
  const at = '2026-11-20T12:00:00.000+00:00';
  return {
    id: '019a0000-0000-7000-8000-00000000000a',
    tenant_id: '019a0000-0000-7000-8000-000000000001',
    site_id: '019a0000-0000-7000-8000-000000000002',
    zone_id: null,
    device_ids: null,
    types: null,
    reason: 'Service',
    started_by: GUARD_ITSELF,
    created_at: at,
    ends_at: '2026-11-20T13:00:00.000+00:00',
    ended_at: null,
    updated_at: at,
    version: 1,
    ...fields,
  };
}
