import type { Extent } from '../lists/plan.ts';
import { readNewest } from '../lists/read-newest.ts';
import { readPartition } from '../lists/read-partition.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, type AlertFilters } from './alert.ts';
import { type AlertSummary, countAlerts, MAXIMUM_COUNTED } from './alert-summary.ts';
import { planAlertList } from './plan-alert-list.ts';

/**
 * Counts the open alerts of an extent. Reads one more than are counted, to know whether there are more. If there are, thousands of
 * small alerts must not hide a fire: the worst severities are read, too, up to as many alerts of each, and counted first. No index
 * divides open alerts by severity, so these reads include resolved ones.
 */
export async function summarizeAlerts(table: Table, extent: Extent): Promise<AlertSummary> {
  const read = (filters: AlertFilters, count: number) => {
    const plan = planAlertList(extent, filters);
    return readNewest(plan.rounds, readPartition(table, ALERTS, plan), count);
  };
  const newest = await read({ status: ['active', 'acknowledged'] }, MAXIMUM_COUNTED + 1);
  if (newest.length <= MAXIMUM_COUNTED) return countAlerts(newest);
  const worst = await Promise.all(COUNTED_FIRST.map((it) => read({ severity: [it] }, MAXIMUM_COUNTED)));
  const open = [...worst.flat(), ...newest].filter(({ status }) => status !== 'resolved');
  return countAlerts([...new Map(open.map((it) => [it.id, it])).values()]);
}

/** The severities that are counted first, the worst first. */
const COUNTED_FIRST = ['critical', 'high'] as const;
