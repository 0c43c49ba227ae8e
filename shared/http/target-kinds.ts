import { USERS } from '../accounts/user.ts';
import { ACTION_PLANS } from '../alerts/action-plan.ts';
import { ALERTS } from '../alerts/alert.ts';
import { DEVICES } from '../devices/device.ts';
import { KEYS } from '../keys/key.ts';
import { NOTIFICATION_RULES } from '../notify/notification-rule.ts';
import { SCHEDULES } from '../schedules/schedule.ts';
import { CONTACTS } from '../sites/contact.ts';
import { SITES } from '../sites/site.ts';
import { ZONES } from '../sites/zone.ts';
import { IDENTITY_PROVIDERS } from '../sso/identity-provider.ts';
import { TENANTS } from '../tenants/tenant.ts';
import { TESTS } from '../test-mode/site-test.ts';
import { WEBHOOKS } from '../webhooks/webhook.ts';

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
