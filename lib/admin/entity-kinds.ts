import { USERS } from '../../shared/accounts/user.ts';
import { ACTION_PLANS } from '../../shared/alerts/action-plan.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { AUDIT_EVENTS } from '../../shared/audit/audit-event.ts';
import { CALENDARS } from '../../shared/calendars/calendar.ts';
import { DEVICES } from '../../shared/devices/device.ts';
import { HANDOVER_NOTES } from '../../shared/handover/handover-note.ts';
import { INBOUND_ADDRESSES } from '../../shared/inbound/inbound-address.ts';
import { INBOUND_MESSAGES } from '../../shared/inbound/inbound-record.ts';
import { KEYS } from '../../shared/keys/key.ts';
import { MAIL_ADDRESSES } from '../../shared/mail-in/mail-address.ts';
import { NOTIFICATIONS } from '../../shared/notify/notification.ts';
import { NOTIFICATION_RULES } from '../../shared/notify/notification-rule.ts';
import { PANELS } from '../../shared/panels/panel.ts';
import { PANEL_FRAMES } from '../../shared/panels/panel-frame.ts';
import { PICTURES } from '../../shared/pictures/picture.ts';
import { SCHEDULES } from '../../shared/schedules/schedule.ts';
import { CONTACTS } from '../../shared/sites/contact.ts';
import { SITES } from '../../shared/sites/site.ts';
import { ZONES } from '../../shared/sites/zone.ts';
import { IDENTITY_PROVIDERS } from '../../shared/sso/identity-provider.ts';
import { SUPERVISIONS } from '../../shared/supervisions/supervision.ts';
import type { Entity, Kind } from '../../shared/table/kind.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { TESTS } from '../../shared/test-mode/site-test.ts';
import { DELIVERIES } from '../../shared/webhooks/delivery.ts';
import { OUTBOX_KINDS } from '../../shared/webhooks/event-types.ts';
import { WEBHOOKS } from '../../shared/webhooks/webhook.ts';

/** The kinds that a path can name, by parameter name without `_id`: `{site_id}` names a site. */
export const TARGET_KINDS = {
  tenant: TENANTS,
  site: SITES,
  zone: ZONES,
  contact: CONTACTS,
  test: TESTS,
  device: DEVICES,
  user: USERS,
  key: KEYS,
  webhook: WEBHOOKS,
  identity_provider: IDENTITY_PROVIDERS,
  action_plan: ACTION_PLANS,
  schedule: SCHEDULES,
  supervision: SUPERVISIONS,
  calendar: CALENDARS,
  notification_rule: NOTIFICATION_RULES,
  alert: ALERTS,
} as const;

export type TargetKind = keyof typeof TARGET_KINDS;

/** Every kind of entity in this release: the targets of paths, and kinds that no path names. */
export const ENTITY_KINDS: readonly Kind<Entity>[] = [
  ...Object.values(TARGET_KINDS),
  ...OUTBOX_KINDS,
  AUDIT_EVENTS,
  DELIVERIES,
  HANDOVER_NOTES,
  NOTIFICATIONS,
  INBOUND_ADDRESSES,
  INBOUND_MESSAGES,
  MAIL_ADDRESSES,
  PANELS,
  PICTURES,
  PANEL_FRAMES,
];
