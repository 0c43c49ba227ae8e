import * as z from 'zod/mini';
import { withMeta } from '../base/schema.ts';
import type { Extent } from '../table/list-plan.ts';
import { readNewest, readPartition } from '../table/list-read.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, type Alert, type AlertFilters } from './alert.ts';
import { MOST_DRILLS } from './drill.ts';
import { planAlertList } from './list-alerts.ts';

/** The largest number of open alerts that are counted. */
export const MAXIMUM_COUNTED = 1_000;

const countField = z.int().check(z.minimum(0), z.maximum(MAXIMUM_COUNTED));

/** The numbers of open alerts, by status and severity (docs/api-contract.md, "Alerts"). */
export const alertSummarySchema = withMeta(
  z.object({
    open: withMeta(countField, { description: 'The number of active and acknowledged alerts.' }),
    by_status: z.object({ active: countField, acknowledged: countField }),
    by_severity: z.object({
      info: countField,
      low: countField,
      medium: countField,
      high: countField,
      critical: countField,
    }),
    capped: withMeta(z.boolean(), {
      description: `Whether there are more than ${MAXIMUM_COUNTED} alerts. Then critical and high ones are counted first, and the newest of the others, up to ${MAXIMUM_COUNTED}.`,
    }),
  }),
  {
    id: 'AlertSummary',
    description: 'The numbers of open alerts.',
    examples: [
      {
        open: 7,
        by_status: { active: 5, acknowledged: 2 },
        by_severity: { info: 0, low: 1, medium: 3, high: 2, critical: 1 },
        capped: false,
      },
    ],
  },
);

type AlertSummary = z.infer<typeof alertSummarySchema>;

/** Counts up to 1,000 open alerts, in the given order. */
export function countAlerts(open: readonly Pick<Alert, 'status' | 'severity'>[]): AlertSummary {
  const counted = open.slice(0, MAXIMUM_COUNTED);
  const ofStatus = (it: Alert['status']) => counted.filter(({ status }) => status === it).length;
  const ofSeverity = (it: Alert['severity']) => counted.filter(({ severity }) => severity === it).length;
  return {
    open: counted.length,
    by_status: { active: ofStatus('active'), acknowledged: ofStatus('acknowledged') },
    by_severity: {
      info: ofSeverity('info'),
      low: ofSeverity('low'),
      medium: ofSeverity('medium'),
      high: ofSeverity('high'),
      critical: ofSeverity('critical'),
    },
    capped: open.length > counted.length,
  };
}

/** Counts the open alerts of an extent. */
export async function summarizeAlerts(table: Table, extent: Extent): Promise<AlertSummary> {
  return countAlerts(await readOpenAlerts(table, extent));
}

/**
 * Reads the open alerts of an extent, newest first. Reads one more than are counted, to know whether there are more. If there
 * are, thousands of minor alerts must not hide a fire: it also reads up to as many open alerts of each of the highest
 * severities, and returns these first. Drills are left out, and as many more alerts are read as there can be open drills.
 */
export async function readOpenAlerts(table: Table, extent: Extent): Promise<readonly Alert[]> {
  const read = (filters: AlertFilters, count: number) => {
    const plan = planAlertList(extent, { status: ['active', 'acknowledged'], ...filters });
    return readNewest(plan.rounds, readPartition(table, ALERTS, plan), count + MOST_DRILLS);
  };
  const newest = uniqueOf(await read({}, MAXIMUM_COUNTED + 1));
  if (newest.length <= MAXIMUM_COUNTED) return newest;
  const worst = await Promise.all(COUNTED_FIRST.map((it) => read({ severity: [it] }, MAXIMUM_COUNTED)));
  return uniqueOf([...worst.flat(), ...newest.slice(0, MAXIMUM_COUNTED + 1)]);
}

/** The alerts without repetitions and drills. If an alert was found twice, its last state counts. */
const uniqueOf = (alerts: readonly Alert[]) =>
  [...new Map(alerts.map((it) => [it.id, it])).values()].filter(({ drill }) => !drill);

/** The severities that are counted first, the highest first. */
const COUNTED_FIRST = ['critical', 'high'] as const;
