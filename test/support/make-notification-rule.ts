import type { NotificationRule } from '../../shared/notify/notification-rule.ts';

const CREATED = '2026-11-01T00:00:00.000+00:00';

/** An active rule without filters. */
export const makeNotificationRule = (fields: Partial<NotificationRule> = {}): NotificationRule => ({
  id: '019a0000-0000-7000-8000-000000000003',
  tenant_id: '019a0000-0000-7000-8000-000000000002',
  name: 'Everybody',
  events: ['alert.raised'],
  min_severity: null,
  min_escalation_level: null,
  types: null,
  site_ids: null,
  recipients: [{ user_id: '019a0000-0000-7000-8000-000000000004' }],
  channels: ['email'],
  status: 'active',
  created_at: CREATED,
  updated_at: CREATED,
  ...fields,
});
