import * as z from 'zod/mini';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { ALERT_SEVERITIES, alertSeverityField } from '../base/severities.ts';
import { openingStateField } from '../openings/site-state.ts';

/** The states of a site in trouble, the worst first. A site without any of them is fine. */
export const SITE_STATES = ['active', 'acknowledged', 'silent', 'on_test', 'never_heard'] as const;

/** How many of each kind are counted: open alerts, devices without a sign of life, and sites. */
export const MOST_COUNTED = 1_000;

/** How many sites in trouble an overview names. */
export const MOST_SITES_SHOWN = 200;

/** How many tests, people at the desk and uncovered times an overview names. */
export const MOST_SHOWN = 100;

/** For how many days an overview finds hours that nobody covers. */
export const COVERED_DAYS = 7;

const count = (description: string) => withMeta(z.int().check(z.nonnegative()), { description });

const siteField = { site_id: idField, site_name: z.nullable(z.string()) };

const alertsSchema = z.object({
  active: count('The number of alerts that nobody has acknowledged.'),
  acknowledged: count('The number of acknowledged alerts.'),
  active_critical: count('The number of critical alerts that nobody has acknowledged.'),
  longest_waiting: withMeta(
    z.nullable(
      z.object({
        alert_id: idField,
        ...siteField,
        severity: alertSeverityField,
        created_at: timestampField,
      }),
    ),
    { description: 'The oldest active alert.' },
  ),
  capped: withMeta(z.boolean(), {
    description: `Whether there are more than ${MOST_COUNTED} open alerts. Then critical and high ones are counted first, and the newest of the others, up to ${MOST_COUNTED}.`,
  }),
});

const devicesSchema = z.object({
  silent: count('The number of watched devices that have fallen silent.'),
  never_heard: count('The number of watched devices that have never sent a heartbeat.'),
  capped: withMeta(z.boolean(), {
    description: `Whether there are more than ${MOST_COUNTED} of both. Then the newest devices are counted.`,
  }),
});

const siteStateField = withMeta(z.enum(SITE_STATES), {
  id: 'SiteState',
  description:
    'The worst of: an active alert, an acknowledged alert, a silent device, a test, a device that has never sent a heartbeat.',
});

const siteInTroubleSchema = withMeta(
  z.object({
    site_id: idField,
    name: withMeta(z.nullable(z.string()), { description: 'Null if the site was deleted.' }),
    state: siteStateField,
    // This is not an enumeration: client generators lose the null of a nullable enumeration.
    severity: withMeta(z.nullable(z.string()), {
      description: `The highest severity of the alerts in this state: ${ALERT_SEVERITIES.map((it) => `\`${it}\``).join(', ')}. Null in the other states.`,
    }),
    active: count('The number of its active alerts.'),
    acknowledged: count('The number of its acknowledged alerts.'),
    silent_devices: count('The number of its silent devices.'),
    never_heard_devices: count('The number of its devices that have never sent a heartbeat.'),
    // Not an enumeration, as above.
    acknowledged_severity: withMeta(z.nullable(z.string()), {
      description: 'The highest severity of its acknowledged alerts; null if there are none.',
    }),
    test_ends_at: withMeta(z.nullable(timestampField), {
      description: 'When the last of its running tests ends; null if it is not on test.',
    }),
    since: withMeta(z.nullable(timestampField), {
      description: 'Since when it is in this state, with this severity.',
    }),
    opening: openingStateField,
  }),
  { id: 'SiteInTrouble' },
);

const sitesSchema = z.object({
  total: count('The number of sites within the scope.'),
  fine: count('The number of sites in no state of trouble.'),
  capped: withMeta(z.boolean(), {
    description: `Whether there are more than ${MOST_COUNTED} sites, alerts or devices of those that are counted, so that the numbers of sites are not exact.`,
  }),
  in_trouble: withMeta(z.array(siteInTroubleSchema).check(z.maxLength(MOST_SITES_SHOWN)), {
    description: 'The sites in trouble, the worst first: by state, severity and time.',
  }),
  more_in_trouble: count('How many further sites are in trouble.'),
});

const responseSchema = withMeta(
  z.object({
    alerts: count('The alerts that were raised, without those that are counted apart.'),
    within_90_seconds: count('Those to which a person responded within 90 seconds.'),
    unanswered: count('Those to which nobody has responded: they missed the 90 seconds, too.'),
    on_test: count('Counted apart: alerts on test.'),
    machine_resolved: count('Counted apart: alerts that resolved before a person responded.'),
  }),
  { id: 'ResponseSummary' },
);

const severities = Object.fromEntries(
  ALERT_SEVERITIES.toReversed().map((it) => [it, z.int().check(z.nonnegative())]),
) as Record<(typeof ALERT_SEVERITIES)[number], z.ZodMiniNumberFormat>;

const hourSchema = withMeta(
  z.object({
    since: withMeta(z.clone(timestampField), { description: 'When the hour began.' }),
    ...severities,
  }),
  { id: 'OverviewHour', description: 'The number of alerts that were raised in an hour.' },
);

const hoursOf = (description: string) =>
  withMeta(z.nullable(z.array(hourSchema)), {
    description: `${description} Without alerts on test. Null if there are too many to be read.`,
  });

const testSchema = withMeta(z.object({ test_id: idField, ...siteField, ends_at: timestampField }), {
  id: 'OverviewTest',
});

const personFields = { user_id: idField, name: z.string() };

const onCallSchema = withMeta(
  z.object({
    schedule_id: idField,
    name: z.string(),
    on_call: withMeta(
      z.array(
        z.object({
          ...personFields,
          until: withMeta(z.nullable(timestampField), {
            description: `When the shift ends; null if that is more than ${COVERED_DAYS} days later.`,
          }),
        }),
      ),
      { description: 'The person on call; empty in a gap.' },
    ),
    gap: withMeta(z.boolean(), { description: 'Whether nobody who can act is on call.' }),
  }),
  { id: 'OverviewOnCall' },
);

const uncoveredSchema = withMeta(
  z.object({ schedule_id: idField, name: z.string(), since: timestampField, until: timestampField }),
  {
    id: 'UncoveredTime',
    description: 'A time in which an active notification rule reaches nobody.',
  },
);

const PEOPLE = 'Null for API keys, and for callers who may not read schedules.';

export const overviewSchema = withMeta(
  z.object({
    at: timestampField,
    alerts: alertsSchema,
    devices: devicesSchema,
    sites: sitesSchema,
    response: withMeta(
      z.nullable(z.object({ today: responseSchema, last_30_days: responseSchema, time_zone: z.string() })),
      {
        description:
          'How soon people responded to alerts, today and on the last 30 days, today included, by days of the time zone of the tenant. Null for callers who may not read statistics, or if there are too many alerts to be read.',
      },
    ),
    hours: hoursOf('The last 24 hours, the current one included, in order.'),
    hours_a_week_before: hoursOf('The same hours a week before.'),
    tests: withMeta(z.array(testSchema).check(z.maxLength(MOST_SHOWN)), {
      description: `The running tests, at most ${MOST_SHOWN}.`,
    }),
    on_call: withMeta(z.nullable(z.array(onCallSchema)), {
      description: `Who is on call now in each schedule. ${PEOPLE}`,
    }),
    uncovered: withMeta(z.nullable(z.array(uncoveredSchema).check(z.maxLength(MOST_SHOWN))), {
      description: `Times of the next ${COVERED_DAYS} days in which nobody is on call in a schedule although an active notification rule names it, and no other recipient of that rule can act. In order, at most ${MOST_SHOWN}. ${PEOPLE}`,
    }),
    needed_schedules: withMeta(z.nullable(z.int().check(z.nonnegative())), {
      description: `How many schedules an active notification rule names. With 0, nothing is uncovered, because no rule needs anybody on call. ${PEOPLE}`,
    }),
    at_the_desk: withMeta(z.nullable(z.array(z.object(personFields)).check(z.maxLength(MOST_SHOWN))), {
      description: `The people of the tenant who have a live connection now, at most ${MOST_SHOWN}. ${PEOPLE}`,
    }),
  }),
  {
    id: 'SitesOverview',
    description: 'The state of the sites of a tenant: what needs attention, and who is there.',
    examples: [
      {
        at: '2026-11-20T12:05:00.000+00:00',
        alerts: {
          active: 1,
          acknowledged: 2,
          active_critical: 1,
          longest_waiting: {
            alert_id: EXAMPLE_IDS.alert,
            site_id: EXAMPLE_IDS.site,
            site_name: 'Harbour Warehouse',
            severity: 'critical',
            created_at: '2026-11-20T12:04:30.000+00:00',
          },
          capped: false,
        },
        devices: { silent: 1, never_heard: 0, capped: false },
        sites: {
          total: 12,
          fine: 11,
          capped: false,
          in_trouble: [
            {
              site_id: EXAMPLE_IDS.site,
              name: 'Harbour Warehouse',
              state: 'active',
              severity: 'critical',
              active: 1,
              acknowledged: 2,
              silent_devices: 1,
              never_heard_devices: 0,
              acknowledged_severity: 'high',
              test_ends_at: '2026-11-20T13:00:00.000+00:00',
              since: '2026-11-20T12:04:30.000+00:00',
              opening: 'closed',
            },
          ],
          more_in_trouble: 0,
        },
        response: {
          today: { alerts: 8, within_90_seconds: 7, unanswered: 1, on_test: 2, machine_resolved: 1 },
          last_30_days: {
            alerts: 214,
            within_90_seconds: 197,
            unanswered: 3,
            on_test: 31,
            machine_resolved: 12,
          },
          time_zone: 'Europe/Berlin',
        },
        hours: [{ since: '2026-11-20T12:00:00.000+00:00', critical: 1, high: 0, medium: 2, low: 0, info: 0 }],
        hours_a_week_before: [
          { since: '2026-11-13T12:00:00.000+00:00', critical: 0, high: 1, medium: 1, low: 0, info: 0 },
        ],
        tests: [
          {
            test_id: EXAMPLE_IDS.test,
            site_id: EXAMPLE_IDS.site,
            site_name: 'Harbour Warehouse',
            ends_at: '2026-11-20T13:00:00.000+00:00',
          },
        ],
        on_call: [
          {
            schedule_id: EXAMPLE_IDS.schedule,
            name: 'Night duty',
            on_call: [
              { user_id: EXAMPLE_IDS.user, name: 'Olga Operator', until: '2026-11-20T20:00:00.000+00:00' },
            ],
            gap: false,
          },
        ],
        uncovered: [
          {
            schedule_id: EXAMPLE_IDS.schedule,
            name: 'Night duty',
            since: '2026-11-22T20:00:00.000+00:00',
            until: '2026-11-23T06:00:00.000+00:00',
          },
        ],
        needed_schedules: 1,
        at_the_desk: [{ user_id: EXAMPLE_IDS.user, name: 'Olga Operator' }],
      },
    ],
  },
);

export type Overview = z.infer<typeof overviewSchema>;
export type SiteInTrouble = Overview['sites']['in_trouble'][number];

/** What follows from alerts, devices and tests alone. */
export type SiteTrouble = Omit<SiteInTrouble, 'opening'>;
