import type { CsvColumn } from '../csv.ts';
import { csvOf } from '../csv.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import { USERS } from '../users/user.ts';
import type { Group } from './groups.ts';
import { percentile } from './histogram.ts';
import { readGroups } from './read-groups.ts';
import type { Grouping, ResponseTimeGroup, ResponseTimes } from './response-times.ts';
import { allAlerts, emptyTally, WITHIN_SECONDS } from './tally.ts';

interface Asked {
  readonly since: string;
  readonly until: string;
  readonly siteId: string | undefined;
  readonly groupBy: Grouping;
}

/** The response times of a tenant, or of one of its sites. Without grouping there is always one group. */
export async function reportResponseTimes(
  table: Table,
  tenantId: string,
  { since, until, siteId, groupBy }: Asked,
): Promise<ResponseTimes> {
  const range = { since: startOfDay(since), until: startOfDay(until) };
  const found = await readGroups(table, tenantId, { ...range, siteId, groupBy });
  const groups = groupBy === 'none' && found.length === 0 ? [NO_ALERTS] : found;
  const names = groupBy === 'user' ? await namesOf(table, tenantId, groups) : new Map<string, string>();
  const shown = groups
    .filter((group) => groupBy === 'none' || allAlerts(group.tally) > 0)
    .toSorted(groupBy === 'day' ? byKey : byAlerts)
    .map((group) => shownGroup(group, group.name ?? names.get(group.key ?? '') ?? null));
  return { since, until, group_by: groupBy, groups: shown };
}

const NO_ALERTS: Group = { key: null, name: null, tally: emptyTally() };

const startOfDay = (day: string) => new Date(`${day}T00:00:00.000Z`);

const byKey = (a: Group, b: Group) => (String(a.key) < String(b.key) ? -1 : 1);

const byAlerts = (a: Group, b: Group) => b.tally.alerts - a.tally.alerts || byKey(a, b);

/** Reads the current names of people, because statistics keep no names of people. */
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

/** A report as CSV, a row for each group. */
export const responseTimesCsv = ({ groups }: ResponseTimes): string => csvOf(COLUMNS, groups);
