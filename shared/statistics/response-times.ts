import * as z from 'zod/mini';
import { USERS } from '../accounts/user.ts';
import { type CsvColumn, csvOf } from '../base/csv.ts';
import { dateField, idField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { timezoneField } from '../base/timezone-field.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readDeviceGroups } from './device-groups.ts';
import type { Group } from './groups.ts';
import { readGroups } from './read-groups.ts';
import { allAlerts, emptyTally, percentile, WITHIN_SECONDS } from './tally.ts';
import { daysOfZone } from './zone-days.ts';

const GROUPINGS = ['none', 'site', 'device', 'type', 'severity', 'day', 'user'] as const;

export type Grouping = (typeof GROUPINGS)[number];

const dates = {
  since: withMeta(dateField, { description: 'The first day.', examples: ['2026-11-01'] }),
  until: withMeta(dateField, {
    description: 'The day after the last one.',
    examples: ['2026-12-01'],
  }),
};

/** The query of a report. */
export const responseTimesQuery = {
  ...dates,
  time_zone: withMeta(z._default(timezoneField, 'UTC'), {
    description: 'The time zone of the days: UTC, or an IANA time zone name with area and location.',
    examples: ['Europe/Berlin'],
  }),
  site_id: withMeta(z.optional(idField), { description: 'Only alerts of this site, which may be deleted.' }),
  group_by: withMeta(z._default(z.enum(GROUPINGS), 'none'), {
    description:
      'What divides the alerts into groups. `user` needs a role that manages people; `device` takes at most 10,000 alerts.',
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

const responseTimeGroupSchema = withMeta(
  z.object({
    key: withMeta(z.nullable(z.string()), {
      description:
        'The id of the site, device or person, the type, severity or day. Null: all alerts, those without a device, those to which nobody has responded, or the least frequent types of very many.',
    }),
    name: withMeta(z.nullable(z.string()), {
      description: 'The name of the site, device or person, if it is known.',
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
    time_zone: withMeta(z.string(), { description: 'The time zone of the days.' }),
    group_by: z.enum(GROUPINGS),
    groups: withMeta(z.array(responseTimeGroupSchema), {
      description:
        'Days in their order, devices by their number of false alarms and then of alerts, other groups by their number of alerts. Groups without alerts are missing, except with `none`.',
    }),
    tenant_name: withMeta(z.nullable(z.string()), {
      description: 'The name of the tenant, for the head of a printed report.',
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
        time_zone: 'Europe/Berlin',
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
        tenant_name: 'Acme',
      },
    ],
  },
);

type ResponseTimes = Omit<z.input<typeof responseTimesSchema>, 'tenant_name'>;

interface Asked {
  readonly since: string;
  readonly until: string;
  /** UTC by default. */
  readonly timeZone?: string;
  readonly siteId: string | undefined;
  readonly groupBy: Grouping;
}

/**
 * Makes the report of the response times of a tenant, or of one of its sites. Without grouping it always has exactly one
 * group.
 */
export async function reportResponseTimes(
  table: Table,
  tenantId: string,
  { since, until, timeZone = 'UTC', siteId, groupBy }: Asked,
): Promise<ResponseTimes> {
  const zone = daysOfZone(timeZone);
  const found =
    groupBy === 'device'
      ? await readDeviceGroups(table, tenantId, {
          since: zone.startOf(since),
          until: zone.startOf(until),
          siteId,
        })
      : await readGroups(table, tenantId, { since, until, zone, siteId, groupBy });
  const groups = groupBy === 'none' && found.length === 0 ? [NO_ALERTS] : found;
  const names = groupBy === 'user' ? await namesOf(table, tenantId, groups) : new Map<string, string>();
  const shown = groups
    .filter((group) => groupBy === 'none' || allAlerts(group.tally) > 0)
    .toSorted(groupBy === 'day' ? byKey : groupBy === 'device' ? byFalseAlarms : byAlerts)
    .map((group) => shownGroup(group, group.name ?? names.get(group.key ?? '') ?? null));
  return { since, until, time_zone: timeZone, group_by: groupBy, groups: shown };
}

const NO_ALERTS: Group = { key: null, name: null, tally: emptyTally() };

const byKey = (a: Group, b: Group) => (String(a.key) < String(b.key) ? -1 : 1);

const byAlerts = (a: Group, b: Group) => b.tally.alerts - a.tally.alerts || byKey(a, b);

/** The worst first: a device with false alarms costs more than one that is right often. */
const byFalseAlarms = (a: Group, b: Group) => b.tally.falseAlarms - a.tally.falseAlarms || byAlerts(a, b);

/** Reads the current names of people. Statistics store no names of people. */
async function namesOf(
  table: Table,
  tenantId: string,
  groups: readonly Group[],
): Promise<ReadonlyMap<string, string>> {
  const ids = groups.map(({ key }) => key).filter((key) => key !== null);
  const items = await batchGet(
    table,
    ids.map((id) => USERS.key(tenantId, id)),
  );
  const users = items.flatMap((item) => (item ? [USERS.entityOf(item)] : []));
  return new Map(users.map(({ id, name }) => [id, name]));
}

function shownGroup({ key, tally }: Group, name: string | null): ResponseTimeGroup {
  const secondsAt = (percent: number) => {
    const milliseconds = percentile(tally.histogram, percent);
    return milliseconds === null ? null : milliseconds / 1_000;
  };
  const [within30 = 0, within60 = 0, within90 = 0, within180 = 0] = tally.within;
  return {
    key,
    name,
    alerts: tally.alerts,
    acknowledged: tally.acknowledged,
    unanswered: tally.alerts - tally.acknowledged,
    within: { 30: within30, 60: within60, 90: within90, 180: within180 },
    p50_seconds: secondsAt(50),
    p90_seconds: secondsAt(90),
    p99_seconds: secondsAt(99),
    resolved: tally.resolved,
    false_alarms: tally.falseAlarms,
    escalated: tally.escalated,
    on_test: tally.onTest,
    machine_resolved: tally.machineResolved,
    longest: tally.longest.map(({ id }) => id),
  };
}

const COLUMNS: readonly CsvColumn<ResponseTimeGroup>[] = [
  { title: 'key', value: ({ key }) => key },
  { title: 'name', value: ({ name }) => name },
  { title: 'alerts', value: ({ alerts }) => alerts },
  { title: 'acknowledged', value: ({ acknowledged }) => acknowledged },
  { title: 'unanswered', value: ({ unanswered }) => unanswered },
  ...WITHIN_SECONDS.map(
    (limit): CsvColumn<ResponseTimeGroup> => ({
      title: `within_${limit}_seconds`,
      value: ({ within }) => within[limit],
    }),
  ),
  { title: 'p50_seconds', value: ({ p50_seconds }) => p50_seconds },
  { title: 'p90_seconds', value: ({ p90_seconds }) => p90_seconds },
  { title: 'p99_seconds', value: ({ p99_seconds }) => p99_seconds },
  { title: 'resolved', value: ({ resolved }) => resolved },
  { title: 'false_alarms', value: ({ false_alarms }) => false_alarms },
  { title: 'escalated', value: ({ escalated }) => escalated },
  { title: 'on_test', value: ({ on_test }) => on_test },
  { title: 'machine_resolved', value: ({ machine_resolved }) => machine_resolved },
  { title: 'longest', value: ({ longest }) => longest.join(' ') },
];

/** Writes the report as CSV, with one row for each group. */
export const responseTimesCsv = ({ groups }: ResponseTimes): string => csvOf(COLUMNS, groups);
