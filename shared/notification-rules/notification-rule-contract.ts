import * as z from 'zod/mini';
import { CHANNEL_KINDS, channelKindField } from '../channels/channel-kind.ts';
import { changesOf, idField, nameField, slugField, wordOf } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { ALERT_SEVERITIES } from '../severities.ts';
import { withMeta } from '../with-meta.ts';
import {
  EXAMPLE_RULE,
  notificationRuleSchema,
  RULE_EVENTS,
  ruleEventField,
  ruleStatusField,
} from './notification-rule.ts';

/** The bodies of the routes of notification rules, apart from the kind, which the functions of other routes carry, too. */

const MAXIMUM_RECIPIENTS = 20;
const MAXIMUM_SITES = 50;
const MAXIMUM_TYPES = 20;
const MAXIMUM_LEVEL = 10;

const ALERTS_ONLY =
  'A rule with this filter is about alerts only: events of devices and tests do not match it.';

const eventsField = withMeta(z.array(ruleEventField).check(z.minLength(1), z.maxLength(RULE_EVENTS.length)), {
  description: 'The events of which the recipients are notified.',
});
const severityField = withMeta(z.nullable(wordOf(ALERT_SEVERITIES)), {
  description: `Only alerts of this severity or a higher one; null: of any. ${ALERTS_ONLY}`,
});
const levelField = withMeta(z.nullable(z.int().check(z.minimum(1), z.maximum(MAXIMUM_LEVEL))), {
  description: `Only alerts that have reached this escalation step; null: all. ${ALERTS_ONLY}`,
});
const typesField = withMeta(
  z.nullable(z.array(slugField).check(z.minLength(1), z.maxLength(MAXIMUM_TYPES))),
  { description: `Only alerts of these types; null: of all. ${ALERTS_ONLY}` },
);
const siteIdsField = withMeta(
  z.nullable(z.array(idField).check(z.minLength(1), z.maxLength(MAXIMUM_SITES))),
  { description: 'Only events of these sites of the tenant; null: of all sites.' },
);
const recipientInputSchema = withMeta(
  z.union([z.strictObject({ user_id: idField }), z.strictObject({ schedule_id: idField })], {
    error: 'must have either the UUID of a user_id or that of a schedule_id',
  }),
  { id: 'NotificationRecipientInput' },
);
const recipientsField = z.array(recipientInputSchema).check(z.minLength(1), z.maxLength(MAXIMUM_RECIPIENTS));
const channelsField = withMeta(
  z.array(channelKindField).check(z.minLength(1), z.maxLength(CHANNEL_KINDS.length)),
  { description: 'Each recipient is notified by all of their verified channels of these kinds.' },
);

export const notificationRuleInputSchema = withMeta(
  z.strictObject({
    name: nameField,
    events: eventsField,
    min_severity: z._default(severityField, null),
    min_escalation_level: z._default(levelField, null),
    types: z._default(typesField, null),
    site_ids: z._default(siteIdsField, null),
    recipients: recipientsField,
    channels: channelsField,
    status: z._default(ruleStatusField, 'active'),
  }),
  { id: 'NotificationRuleInput', examples: [EXAMPLE_RULE] },
);

export type NotificationRuleInput = z.infer<typeof notificationRuleInputSchema>;

export const notificationRuleChangesSchema = withMeta(
  changesOf({
    name: nameField,
    events: eventsField,
    min_severity: severityField,
    min_escalation_level: levelField,
    types: typesField,
    site_ids: siteIdsField,
    recipients: recipientsField,
    channels: channelsField,
    status: ruleStatusField,
  }),
  { id: 'NotificationRuleChanges', examples: [{ status: 'disabled' }] },
);

export type NotificationRuleChanges = z.infer<typeof notificationRuleChangesSchema>;

export const notificationRulePageSchema = pageOf(notificationRuleSchema, 'NotificationRulePage');
