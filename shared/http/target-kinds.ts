import { ACTION_PLANS } from '../action-plans/action-plan.ts';
import { ALERTS } from '../alerts/alert.ts';
import { CONTACTS } from '../contacts/contact.ts';
import { DEVICES } from '../devices/device.ts';
import { IDENTITY_PROVIDERS } from '../identity-providers/identity-provider.ts';
import { KEYS } from '../keys/key.ts';
import { NOTIFICATION_RULES } from '../notification-rules/notification-rule.ts';
import { SCHEDULES } from '../schedules/schedule.ts';
import { SITES } from '../sites/site.ts';
import { TENANTS } from '../tenants/tenant.ts';
import { TESTS } from '../tests/site-test.ts';
import { USERS } from '../users/user.ts';
import { WEBHOOKS } from '../webhooks/webhook.ts';
import { ZONES } from '../zones/zone.ts';

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
  notification_rule: NOTIFICATION_RULES,
  alert: ALERTS,
} as const;

export type TargetKind = keyof typeof TARGET_KINDS;

/** The loaded target of each kind. */
export type Targets = { [K in TargetKind]: ReturnType<(typeof TARGET_KINDS)[K]['read']> };
