import { randomBytes } from 'node:crypto';
import { createActionPlan } from '../../shared/action-plans/change-plans.ts';
import { actionPlanInputSchema } from '../../shared/action-plans/plan-contract.ts';
import { GUARD_ITSELF } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { raiseAlert } from '../../shared/alerts/raise-alert.ts';
import { createContact } from '../../shared/contacts/change-contacts.ts';
import { contactInputSchema } from '../../shared/contacts/contact.ts';
import { createDevice } from '../../shared/devices/create-device.ts';
import type { TargetKind } from '../../shared/http/target-kinds.ts';
import { createIdentityProvider } from '../../shared/identity-providers/create-identity-provider.ts';
import { identityProviderInputSchema } from '../../shared/identity-providers/provider-contract.ts';
import { newId } from '../../shared/ids.ts';
import { createKey } from '../../shared/keys/create-key.ts';
import { connectionItems } from '../../shared/live/connection.ts';
import { createNotificationRule } from '../../shared/notification-rules/create-notification-rule.ts';
import { notificationRuleInputSchema } from '../../shared/notification-rules/notification-rule-contract.ts';
import { OWN_DEVICE_ID, OWN_SITE_ID, OWN_TENANT_ID } from '../../shared/own-tenant.ts';
import { makeOwnKey } from '../../shared/probes/own-device.ts';
import { createSchedule } from '../../shared/schedules/create-schedule.ts';
import { scheduleInputSchema } from '../../shared/schedules/schedule-contract.ts';
import { localKey } from '../../shared/secrets/local-key.ts';
import { issueToken } from '../../shared/sessions/token.ts';
import { tokenItem } from '../../shared/sessions/token-store.ts';
import { createSite } from '../../shared/sites/create-site.ts';
import { SITES, siteInputSchema } from '../../shared/sites/site.ts';
import { commit } from '../../shared/table/commit.ts';
import { getItem } from '../../shared/table/get-item.ts';
import { putOwn } from '../../shared/table/writes.ts';
import { setTenantEscalation } from '../../shared/tenants/tenant-escalation.ts';
import { startTest } from '../../shared/tests/change-tests.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createUser } from '../../shared/users/create-user.ts';
import { createWebhook } from '../../shared/webhooks/create-webhook.ts';
import { deliveryItem, newDelivery } from '../../shared/webhooks/delivery.ts';
import { createZone } from '../../shared/zones/create-zone.ts';
import type { TestGuard } from './guard.ts';
import { makeCaller } from './make-caller.ts';
import { creationOf } from './new-entity.ts';

export const INTRUDER = { email: 'intruder@example.com', password: 'a long enough password' };

/** The entities in Guard's own tenant. */
export interface OwnTenant {
  /** Ids by kind of target. */
  readonly ids: Readonly<Record<TargetKind, readonly string[]>>;
  /** The probe's key, which belongs there. */
  readonly ownKey: string;
  /** Credentials of the platform admin and of the keys that were created there. */
  readonly token: string;
  readonly keys: readonly string[];
}

/** Fills Guard's own tenant as platform admins could through the API of 0.9.0, and with zones and devices. */
export async function fillOwnTenant({
  table,
  clock,
}: Pick<TestGuard, 'table' | 'clock'>): Promise<OwnTenant> {
  const { now } = clock;
  const at = formatTimestamp(now);
  const tenantId = OWN_TENANT_ID;
  const next = () => ({ id: newId(now, randomBytes), tenantId, at });
  const { plainText: ownKey } = await makeOwnKey(table, { now, randomBytes });

  const caller = makeCaller('platform_admin', 'any');
  const input = {
    name: 'Intruder',
    ...INTRUDER,
    role: 'platform_admin',
    status: 'active',
    password_login_enabled: true,
    sso_login_enabled: false,
    role_managed_by_sso: false,
  } as const;
  const user = await createUser(table, input, { caller, ...next() });
  const issued = issueToken({ tenantId, userId: user.id }, randomBytes);
  const session = { sessionVersion: 1, now, lifetimeMinutes: 1_440 };
  await commit(table, [putOwn(table, tokenItem(issued, session))]);
  const connection = {
    id: 'intruder=',
    session: { tenantId, userId: user.id, tokenId: issued.tokenId },
    tenantId: '019a0000-0000-7000-8000-000000000002',
    role: user.role,
    siteIds: [],
    connectedAt: now,
    endsAt: new Date(now.getTime() + 3_600_000),
    hasReceivers: true,
  };
  await commit(
    table,
    connectionItems(connection).map((item) => putOwn(table, item)),
  );

  const siteInput = siteInputSchema.parse({ name: 'Hidden' });
  const site = await createSite(table, siteInput, next());
  const zone = await createZone(table, site, { name: 'Hidden' }, next());
  const storedSite = SITES.read((await getItem(table, SITES.key(tenantId, site.id))) ?? {});
  const contactInput = contactInputSchema.parse(creationOf('contact', { unique: 'hidden' }).json);
  const contact = await createContact(table, storedSite, contactInput, next(), () => []);
  const withContact = SITES.read((await getItem(table, SITES.key(tenantId, site.id))) ?? {});
  const siteTest = await startTest(
    table,
    withContact,
    {
      ends_at: formatTimestamp(new Date(now.getTime() + 3_600_000)),
      reason: 'x',
      zone_id: null,
      device_ids: null,
      types: null,
    },
    { id: next().id, ...actionTime(now, randomBytes), actor: GUARD_ITSELF, role: 'platform_admin', now },
    () => [],
  );
  const deviceInput = { name: 'Hidden', type: 'camera', zone_id: zone.id, serial: 'hidden-1' };
  const watched = { heartbeat_seconds: 60, offline_severity: 'high', runaway_after: null } as const;
  const device = await createDevice(table, site, { ...deviceInput, ...watched }, next());
  const newKey = (device_id: string | null) =>
    createKey(
      table,
      { name: 'Guard itself', access: 'report', site_id: null, device_id, expires_at: null },
      { ...next(), randomBytes },
    );
  const keys = [await newKey(null), await newKey(OWN_DEVICE_ID)];
  const { webhook } = await createWebhook(
    table,
    {
      url: 'https://example.com/',
      events: ['alert.raised'],
      site_ids: [],
      description: null,
      status: 'active',
    },
    { ...next(), randomBytes, destinations: { isLocalhostAllowed: false }, key: undefined },
  );
  const provider = await createIdentityProvider(
    table,
    identityProviderInputSchema.parse(creationOf('identity_provider', { unique: 'hidden' }).json),
    {
      ...next(),
      randomBytes,
      destinations: { isLocalhostAllowed: false },
      key: localKey(new Uint8Array(32)),
    },
  );
  const planInput = actionPlanInputSchema.parse(creationOf('action_plan', { unique: 'hidden' }).json);
  const plan = await createActionPlan(table, planInput, next());
  const scheduleInput = creationOf('schedule', { unique: 'hidden', userId: user.id }).json;
  const schedule = await createSchedule(table, scheduleInputSchema.parse(scheduleInput), next());
  const ruleInput = creationOf('notification_rule', { unique: 'hidden', userId: user.id }).json;
  const rule = await createNotificationRule(table, notificationRuleInputSchema.parse(ruleInput), next());
  const alertInput = { type: 'fire', severity: 'critical', message: 'Hidden', dedup_key: 'hidden' } as const;
  const doing = { tenantId, actor: { kind: 'user', id: user.id, name: 'Intruder' }, now } as const;
  const raised = await Promise.all(
    [OWN_SITE_ID, site.id].map((site_id) =>
      raiseAlert(table, { ...alertInput, site_id }, { ...doing, ...actionTime(now, randomBytes) }),
    ),
  );
  const delivery = newDelivery({
    id: newId(now, randomBytes),
    webhook_id: webhook.id,
    tenant_id: tenantId,
    event: 'alert.raised',
    created_at: at,
  });
  await commit(table, [putOwn(table, deliveryItem(delivery, '{}'))]);
  await setTenantEscalation(table, tenantId, { critical: [2] }, undefined);
  return {
    ids: {
      tenant: [tenantId],
      site: [OWN_SITE_ID, site.id],
      zone: [zone.id],
      contact: [contact.id],
      test: [siteTest.id],
      device: [OWN_DEVICE_ID, device.id],
      user: [user.id],
      key: keys.map(({ key }) => key.id),
      webhook: [webhook.id],
      identity_provider: [provider.id],
      action_plan: [plan.id],
      schedule: [schedule.id],
      notification_rule: [rule.id],
      alert: raised.map(({ alert }) => alert.id),
    },
    ownKey,
    token: issued.plainText,
    keys: keys.map(({ plainText }) => plainText),
  };
}
