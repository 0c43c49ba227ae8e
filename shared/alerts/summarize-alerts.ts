import type { Extent } from '../lists/plan.ts';
import { readNewest } from '../lists/read-newest.ts';
import { readPartition } from '../lists/read-partition.ts';
import type { Table } from '../table/table.ts';
import { ALERTS } from './alert.ts';
import { type AlertSummary, countAlerts, MAXIMUM_COUNTED } from './alert-summary.ts';
import { planAlertList } from './plan-alert-list.ts';

/** Counts the newest open alerts of an extent. Reads one more, to know whether there are more. */
export async function summarizeAlerts(table: Table, extent: Extent): Promise<AlertSummary> {
  const plan = planAlertList(extent, { status: ['active', 'acknowledged'] });
  return countAlerts(await readNewest(plan.rounds, readPartition(table, ALERTS, plan), MAXIMUM_COUNTED + 1));
}
