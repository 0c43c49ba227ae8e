import * as z from 'zod/mini';
import { EXAMPLE_IDS } from '../example-ids.ts';
import { dateField, idField } from '../fields.ts';
import { withMeta } from '../with-meta.ts';
import { WITHIN_SECONDS } from './tally.ts';

export const GROUPINGS = ['none', 'site', 'type', 'severity', 'day', 'user'] as const;

export type Grouping = (typeof GROUPINGS)[number];

const dates = {
  since: withMeta(dateField, { description: 'The first day, in UTC.', examples: ['2026-11-01'] }),
  until: withMeta(dateField, {
    description: 'The day after the last one, in UTC.',
    examples: ['2026-12-01'],
  }),
};

/** The query of a report. */
export const responseTimesQuery = {
  ...dates,
  site_id: withMeta(z.optional(idField), { description: 'Only alerts of this site, which may be deleted.' }),
  group_by: withMeta(z._default(z.enum(GROUPINGS), 'none'), {
    description: 'What divides the alerts into groups. `user` needs a profile that manages people.',
  }),
};

const count = (description: string) => withMeta(z.int().check(z.nonnegative()), { description });

const seconds = (percent: number) =>
  withMeta(z.nullable(z.number().check(z.nonnegative())), {
    description: `The response time that ${percent} % of the acknowledged alerts did not exceed, within 5 %; null without any.`,
  });

const within = Object.fromEntries(
  WITHIN_SECONDS.map((limit) => [String(limit), z.int().check(z.nonnegative())]),
) as Record<`${(typeof WITHIN_SECONDS)[number]}`, z.ZodMiniNumberFormat>;

export const responseTimeGroupSchema = withMeta(
  z.object({
    key: withMeta(z.nullable(z.string()), {
      description:
        'The id of the site or person, the type, severity or day. Null: all alerts, those to which nobody has responded, or the least frequent types of very many.',
    }),
    name: withMeta(z.nullable(z.string()), {
      description: 'The name of the site or person, if it is known.',
    }),
    alerts: count('The alerts that were raised, without those that are counted apart.'),
    acknowledged: count('Those to which a person has responded.'),
    unanswered: count('Those to which nobody has responded: each missed every limit.'),
    within: withMeta(z.object(within), {
      description: 'Those to which a person responded within this number of seconds, exactly.',
    }),
    p50_seconds: seconds(50),
    p90_seconds: seconds(90),
    p99_seconds: seconds(99),
    resolved: count('Those that are resolved.'),
    false_alarms: count('Those that were resolved as `false_alarm`.'),
    escalated: count('Those that escalated.'),
    on_test: count('Counted apart: alerts that were resolved as `test`.'),
    machine_resolved: count('Counted apart: alerts that a machine resolved before a person responded.'),
    longest: withMeta(z.array(idField), { description: 'Up to 5 alerts with the longest response times.' }),
  }),
  { id: 'ResponseTimeGroup' },
);

export type ResponseTimeGroup = z.infer<typeof responseTimeGroupSchema>;

export const responseTimesSchema = withMeta(
  z.object({
    ...dates,
    group_by: z.enum(GROUPINGS),
    groups: withMeta(z.array(responseTimeGroupSchema), {
      description:
        'Days in their order, other groups by their number of alerts. Groups without alerts are missing, except with `none`.',
    }),
  }),
  {
    id: 'ResponseTimes',
    description:
      'How soon people responded to alerts: from raising an alert to its first acknowledgement, resolve or reopening by a person. An alert belongs to the day on which it was raised. Right within 3 minutes.',
    examples: [
      {
        since: '2026-11-01',
        until: '2026-12-01',
        group_by: 'severity',
        groups: [
          {
            key: 'critical',
            name: null,
            alerts: 42,
            acknowledged: 41,
            unanswered: 1,
            within: { 30: 12, 60: 30, 90: 38, 180: 41 },
            p50_seconds: 44.2,
            p90_seconds: 88.1,
            p99_seconds: 121.4,
            resolved: 40,
            false_alarms: 17,
            escalated: 1,
            on_test: 3,
            machine_resolved: 0,
            longest: [EXAMPLE_IDS.alert],
          },
        ],
      },
    ],
  },
);

export type ResponseTimes = z.input<typeof responseTimesSchema>;
