import * as z from 'zod/mini';
import {
  changesOf,
  idField,
  nameField,
  slugField,
  timestampField,
  warningSchema,
  wordOf,
} from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { ALERT_SEVERITIES } from '../base/severities.ts';
import { pageOf } from '../table/list-contract.ts';
import { CHANNEL_KINDS, channelKindField } from './channel-kind.ts';
import {
  EXAMPLE_RULE,
  notificationRuleSchema,
  RULE_EVENTS,
  ruleEventField,
  ruleStatusField,
} from './notification-rule.ts';

/**
 * The request and response bodies of the routes of notification rules. They are apart from the kind, because the functions of
 * other routes import the kind, too.
 */

const MAXIMUM_RECIPIENTS = 20;
const MAXIMUM_SITES = 50;
const MAXIMUM_TYPES = 20;
const MAXIMUM_LEVEL = 10;

/** The largest numbers that a preview reads: of people with their channels, and of sites. */
export const MOST_PREVIEWED_PEOPLE = 100;
export const MOST_PREVIEWED_SITES = 500;

const ALERTS_ONLY =
  'A rule with this filter is about alerts only: events of devices and tests do not match it.';

const eventsField = withMeta(z.array(ruleEventField).check(z.minLength(1), z.maxLength(RULE_EVENTS.length)), {
  description: 'The events that notify the recipients.',
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

/** The fields of a rule that a client gives. */
export const ruleInputFields = {
  name: nameField,
  events: eventsField,
  min_severity: z._default(severityField, null),
  min_escalation_level: z._default(levelField, null),
  types: z._default(typesField, null),
  site_ids: z._default(siteIdsField, null),
  recipients: recipientsField,
  channels: channelsField,
  status: z._default(ruleStatusField, 'active'),
};

export const notificationRuleInputSchema = withMeta(z.strictObject(ruleInputFields), {
  id: 'NotificationRuleInput',
  examples: [EXAMPLE_RULE],
});

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

/** A draft of a rule: the fields that decide which people it reaches. */
export const notificationRulePreviewInputSchema = withMeta(
  z.strictObject({
    name: withMeta(z.optional(z.string()), { description: 'Ignored.' }),
    events: z._default(eventsField, ['alert.raised']),
    min_severity: z._default(severityField, null),
    min_escalation_level: z._default(levelField, null),
    types: z._default(typesField, null),
    site_ids: z._default(siteIdsField, null),
    recipients: recipientsField,
    channels: channelsField,
    status: withMeta(z._default(z.clone(ruleStatusField), 'active'), {
      description: 'Ignored: the answer is about the rule while it is active.',
    }),
  }),
  { id: 'NotificationRulePreviewInput', examples: [EXAMPLE_RULE] },
);

export type NotificationRulePreviewInput = z.infer<typeof notificationRulePreviewInputSchema>;

/** A person in the answer of a preview. `schedule` says what their schedule means there. */
export const previewedPerson = (schedule: string) => ({
  user_id: idField,
  name: withMeta(z.nullable(z.string()), { description: 'Null for a deleted user.' }),
  schedule_id: withMeta(z.nullable(idField), { description: schedule }),
});

/** Each kind of channel of a person in the answer of a preview, with the reason why nothing is sent by it. */
export const previewedChannels = (description: string) =>
  withMeta(
    z.array(
      z.object({
        kind: channelKindField,
        reason: withMeta(z.nullable(z.string()), { examples: ['no_channel'] }),
      }),
    ),
    { description },
  );

const previewedPersonSchema = withMeta(
  z.object({
    ...previewedPerson('The schedule of the person; null if the rule names the person.'),
    now: withMeta(z.boolean(), {
      description:
        'Whether the rule is about the person now: it names them, or they are on call. The others have a turn at another time.',
    }),
    sites_missed: withMeta(z.int(), {
      description: 'The number of sites of the rule that the person may not see, and is not notified of.',
    }),
    channels: previewedChannels(
      'Each kind of channel of the rule. `reason` is null if a message would be sent by it, and otherwise the reason that a notification would have.',
    ),
  }),
  { id: 'NotificationRulePreviewPerson' },
);

export const notificationRulePreviewSchema = withMeta(
  z.object({
    at: withMeta(z.clone(timestampField), { description: 'The time that the answer is about.' }),
    site_count: withMeta(z.int(), {
      description: `The number of sites that the rule is about; of all sites, at most ${MOST_PREVIEWED_SITES} are counted.`,
    }),
    people: withMeta(z.array(previewedPersonSchema), {
      description: `At most ${MOST_PREVIEWED_PEOPLE}. Those whom the rule notifies now come first.`,
    }),
    has_more: withMeta(z.boolean(), { description: 'Whether the schedules have more people.' }),
    gaps: withMeta(z.array(idField), { description: 'The schedules in which nobody is on call now.' }),
    warnings: withMeta(z.array(warningSchema), {
      description: 'What makes the rule silent, fully or in part.',
    }),
  }),
  {
    id: 'NotificationRulePreview',
    description: 'Whom a rule would reach, by the same decisions as when a message is sent.',
    examples: [
      {
        at: '2026-11-20T12:00:30.000+00:00',
        site_count: 3,
        people: [
          {
            user_id: EXAMPLE_IDS.user,
            name: 'Olga Operator',
            schedule_id: EXAMPLE_IDS.schedule,
            now: true,
            sites_missed: 1,
            channels: [
              { kind: 'sms', reason: null },
              { kind: 'push', reason: 'no_channel' },
            ],
          },
        ],
        has_more: false,
        gaps: [],
        warnings: [],
      },
    ],
  },
);

export type NotificationRulePreview = z.infer<typeof notificationRulePreviewSchema>;

export const notificationRulePageSchema = pageOf(notificationRuleSchema, 'NotificationRulePage');
