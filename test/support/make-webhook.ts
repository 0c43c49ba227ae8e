import type { Webhook } from '../../shared/webhooks/webhook.ts';

const CREATED = '2026-11-01T00:00:00.000+00:00';

/** An active webhook. */
export const makeWebhook = (fields: Partial<Webhook> = {}): Webhook => ({
  id: '019a0000-0000-7000-8000-000000000001',
  tenant_id: '019a0000-0000-7000-8000-000000000002',
  url: 'https://hooks.example.com/',
  events: ['alert.raised'],
  site_ids: null,
  description: null,
  status: 'active',
  disabled_reason: null,
  failing_since: null,
  created_at: CREATED,
  updated_at: CREATED,
  ...fields,
});
