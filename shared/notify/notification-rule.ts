import * as z from 'zod/mini';
import { idField, timestampField, warningsField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { defineKind } from '../table/kind.ts';
import { channelKindField } from './channel-kind.ts';

/** The events that a rule can name. */
export const RULE_EVENTS = [
  'alert.raised',
  'alert.severity_raised',
  'alert.escalated',
  'alert.acknowledged',
  'alert.resolved',
  'alert.reopened',
  'device.offline',
  'device.online',
  'test.started',
  'test.ending',
  'test.ended',
] as const;

export const ruleEventField = withMeta(z.enum(RULE_EVENTS), { id: 'NotificationEvent' });

export type RuleEvent = z.infer<typeof ruleEventField>;

/** Whether this is an event that a rule can name. */
export function isRuleEvent(event: string): event is RuleEvent {
  const events: readonly string[] = RULE_EVENTS;
  return events.includes(event);
}

/**
 * The events of which people are notified although no rule names them: rules for new alerts are for alerts that are active again,
 * too, and a reminder is for whoever acknowledged the alert.
 */
export const NOTIFY_EVENTS = [...RULE_EVENTS, 'alert.reactivated', 'alert.reminded'] as const;

export const notifiedEventField = withMeta(z.enum(NOTIFY_EVENTS), { id: 'NotifiedEvent' });

export type NotifyEvent = z.infer<typeof notifiedEventField>;

/** Whether people may be notified of this event. */
export function isNotifyEvent(event: string): event is NotifyEvent {
  const events: readonly string[] = NOTIFY_EVENTS;
  return events.includes(event);
}

/** The form of an event in the table and in queues. 1.0.0 takes an event that it does not know for a new alert. */
export function storedEvent(event: NotifyEvent): { event: RuleEvent; later_event?: NotifyEvent } {
  return isRuleEvent(event) ? { event } : { event: 'alert.raised', later_event: event };
}

/** The event of its stored form. */
export const eventOfStored = ({ event, later_event }: { event?: unknown; later_event?: unknown }) =>
  later_event ?? event;

export const ruleStatusField = withMeta(z.enum(['active', 'disabled']), { id: 'NotificationRuleStatus' });

/** A recipient of a rule. A stored one may have fields of another release. */
const recipientSchema = withMeta(
  z.union([z.object({ user_id: idField }), z.object({ schedule_id: idField })]),
  {
    id: 'NotificationRecipient',
    description: 'A user, or whoever is on call in a schedule at the time of the event.',
  },
);

export type Recipient = z.infer<typeof recipientSchema>;

export const EXAMPLE_RULE = {
  name: 'Critical at night',
  events: ['alert.raised', 'alert.escalated'],
  min_severity: 'critical',
  min_escalation_level: null,
  types: null,
  site_ids: null,
  recipients: [{ schedule_id: EXAMPLE_IDS.schedule }],
  channels: ['sms', 'push'],
  status: 'active',
};

export const notificationRuleSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    name: z.string(),
    events: z.array(ruleEventField),
    // This is not an enumeration: client generators lose the null of a nullable enumeration.
    min_severity: z.nullable(z.string()),
    min_escalation_level: z.nullable(z.int()),
    types: z.nullable(z.array(z.string())),
    site_ids: z.nullable(z.array(idField)),
    recipients: z.array(recipientSchema),
    channels: z.array(channelKindField),
    status: ruleStatusField,
    created_at: timestampField,
    updated_at: timestampField,
    warnings: warningsField,
  }),
  {
    id: 'NotificationRule',
    description: 'Who is notified of what, and how.',
    examples: [
      { id: EXAMPLE_IDS.notification_rule, tenant_id: EXAMPLE_IDS.tenant, ...EXAMPLE_RULE, ...EXAMPLE_TIMES },
    ],
  },
);

export type NotificationRule = z.infer<typeof notificationRuleSchema>;

/** A notification rule belongs to its whole tenant, even if it is about some sites only. */
export const NOTIFICATION_RULES = defineKind({
  name: 'RULE',
  schema: notificationRuleSchema,
  indexes: { platform: ['all'], tenant: [] },
  limit: { count: 'notification_rules', maximum: 100, error: 'too_many_notification_rules' },
  subject: ({ tenant_id }: NotificationRule) => ({ tenant_id, of_tenant: true }),
});
