import * as z from 'zod/mini';
import { idField, nameField, slugField, timestampField, timestampInput } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { alertSeverityField, escalationInputSchema } from '../base/severities.ts';
import { timezoneField } from '../base/timezone-field.ts';
import { rotationsField } from '../schedules/rotation.ts';
import { ruleEventField } from './notification-rule.ts';
import {
  MOST_PREVIEWED_PEOPLE,
  previewedChannels,
  previewedPerson,
  ruleInputFields,
} from './rule-contract.ts';

/** The request and response bodies of the route that says who is notified of an alert. */

const ruleDraftSchema = withMeta(
  z.strictObject({
    id: withMeta(z.optional(idField), {
      description: 'The stored rule that it replaces. Without it, the rule is added.',
    }),
    ...ruleInputFields,
  }),
  { id: 'NotificationRuleDraft', description: 'A rule as a form shows it before it is saved.' },
);

const scheduleDraftSchema = withMeta(
  z.strictObject({
    id: withMeta(z.clone(idField), {
      description: 'The stored schedule that it changes, or any new id by which `rule` names it.',
    }),
    name: withMeta(z.optional(nameField), { description: 'Ignored.' }),
    time_zone: timezoneField,
    rotations: rotationsField,
  }),
  { id: 'ScheduleDraft', description: 'A schedule as a form shows it before it is saved.' },
);

const EXAMPLE = { site_id: EXAMPLE_IDS.site, type: 'panic', severity: 'critical' };

export const responsePreviewInputSchema = withMeta(
  z.strictObject({
    site_id: idField,
    type: withMeta(slugField, { description: 'The type of the alert.' }),
    severity: alertSeverityField,
    at: withMeta(z.optional(timestampInput), {
      description:
        'When the alert would be raised, at most 100 days from now. By default now; an earlier time counts as now.',
    }),
    rule: z.optional(ruleDraftSchema),
    schedule: z.optional(scheduleDraftSchema),
    escalation: withMeta(z.optional(escalationInputSchema), {
      description: 'An escalation that is used instead of that of the site and the tenant.',
    }),
  }),
  { id: 'ResponsePreviewInput', examples: [{ ...EXAMPLE, at: '2026-11-21T03:00:00+01:00' }] },
);

export type ResponsePreviewInput = z.infer<typeof responsePreviewInputSchema>;

const personSchema = withMeta(
  z.object({
    ...previewedPerson('The schedule in which the person is on call then; null if a rule names the person.'),
    channels: previewedChannels(
      'Each kind of channel that the rules name. `reason` is null if a message would be sent by it, and otherwise the reason that a notification would have; with `storm`, the message waits up to a minute for a summary.',
    ),
  }),
  { id: 'ResponsePreviewPerson' },
);

const stepSchema = withMeta(
  z.object({
    level: withMeta(z.int(), { description: '0 when the alert is raised, then the step of its escalation.' }),
    event: ruleEventField,
    at: withMeta(z.clone(timestampField), {
      description:
        'When it happens, unless somebody has acknowledged the alert. A step may be a minute late.',
    }),
    after_minutes: z.int(),
    rules: withMeta(
      z.array(
        z.object({
          id: withMeta(z.nullable(idField), { description: 'Null for a draft without an id.' }),
          name: z.string(),
        }),
      ),
      { description: 'The rules that the event matches.' },
    ),
    people: z.array(personSchema),
    gaps: withMeta(z.array(idField), {
      description: 'The schedules of these rules without anybody on call.',
    }),
  }),
  { id: 'ResponsePreviewStep' },
);

export const responsePreviewSchema = withMeta(
  z.object({
    at: withMeta(z.clone(timestampField), { description: 'When the alert would be raised.' }),
    test_id: withMeta(z.nullable(idField), {
      description:
        'The test that covers alerts of this type at the whole site then, of which nobody is notified; null if there is none.',
    }),
    steps: withMeta(z.array(stepSchema), { description: 'From raising to the last step of the escalation.' }),
    has_more: withMeta(z.boolean(), {
      description: `Whether the rules name more than ${MOST_PREVIEWED_PEOPLE} people. The others are not shown.`,
    }),
  }),
  {
    id: 'ResponsePreview',
    description: 'Who would be notified of an alert, by the same decisions as when a message is sent.',
    examples: [
      {
        at: '2026-11-21T02:00:00.000+00:00',
        test_id: null,
        steps: [
          {
            level: 0,
            event: 'alert.raised',
            at: '2026-11-21T02:00:00.000+00:00',
            after_minutes: 0,
            rules: [{ id: EXAMPLE_IDS.notification_rule, name: 'Critical at night' }],
            people: [
              {
                user_id: EXAMPLE_IDS.user,
                name: 'Olga Operator',
                schedule_id: EXAMPLE_IDS.schedule,
                channels: [
                  { kind: 'sms', reason: null },
                  { kind: 'push', reason: 'no_channel' },
                ],
              },
            ],
            gaps: [],
          },
        ],
        has_more: false,
      },
    ],
  },
);

export type ResponsePreview = z.infer<typeof responsePreviewSchema>;
