import { ALERTS } from '../alerts/alert.ts';
import { ALERT_EVENTS } from '../alerts/alert-event.ts';
import type { FirstAction } from '../alerts/first-action.ts';
import { justBefore, lowestIdAt } from '../ids.ts';
import { runInLanes } from '../run-in-lanes.ts';
import { allOf, expression } from '../table/expression.ts';
import { inPartition } from '../table/in-partition.ts';
import { tenantPartition } from '../table/keys.ts';
import { queryAll, queryPages } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import { Cells, withFewTypes } from './cells.ts';
import { COUNTED_ATTRIBUTES, countedAlert, type ReadAlert, readAlertItem } from './count-alert-item.ts';
import { endOf, type Period, startOf } from './period.ts';
import { allAlerts, countAlert } from './tally.ts';

/** An hour is read in parallel parts, so that an hour of a million alerts takes seconds and not minutes. */
const SLICES = 6;
const HISTORIES_AT_A_TIME = 20;

export interface CountedHour {
  readonly cells: Cells;
  readonly alerts: number;
}

/**
 * Counts the alerts of a tenant that were created within an hour, strongly consistent. Keeps no alert in memory.
 */
export async function countHour(table: Table, tenantId: string, hour: Period): Promise<CountedHour> {
  const cells = new Cells();
  const [start, end] = limitsOf(hour);
  const length = (end - start) / SLICES;
  const slices = Array.from({ length: SLICES }, (_, place) => start + place * length);
  await runInLanes(slices, SLICES, async (from) => {
    for await (const page of alertsCreated(table, tenantId, from, from + length)) {
      await countPage(table, tenantId, page, cells);
    }
  });
  return resultOf(cells);
}

/** Counts an hour with a single read; `undefined` if the hour has more alerts than one read returns. */
export async function countSmallHour(
  table: Table,
  tenantId: string,
  hour: Period,
): Promise<CountedHour | undefined> {
  const pages = alertsCreated(table, tenantId, ...limitsOf(hour));
  const { value: page = [] } = await pages.next();
  if (!(await pages.next()).done) return undefined;
  const cells = new Cells();
  await countPage(table, tenantId, page, cells);
  return resultOf(cells);
}

const limitsOf = (hour: Period) => [startOf(hour).getTime(), endOf(hour).getTime()] as const;

async function countPage(
  table: Table,
  tenantId: string,
  page: readonly Record<string, unknown>[],
  cells: Cells,
): Promise<void> {
  const count = (read: Pick<ReadAlert, 'alert' | 'firstAction'>) => {
    const { key, siteName, counted } = countedAlert(read);
    countAlert(cells.at(key, siteName), counted);
  };
  const alerts = page.map(readAlertItem);
  for (const read of alerts.filter(({ needsHistory }) => !needsHistory)) count(read);
  await runInLanes(
    alerts.filter(({ needsHistory }) => needsHistory),
    HISTORIES_AT_A_TIME,
    async ({ alert }) => count({ alert, firstAction: await firstActionInHistory(table, tenantId, alert.id) }),
  );
}

function resultOf(cells: Cells): CountedHour {
  const alerts = cells.values().reduce((sum, { tally }) => sum + allAlerts(tally), 0);
  return { cells: withFewTypes(cells), alerts };
}

/** Ids sort by the time of creation. */
function alertsCreated(table: Table, tenantId: string, from: number, before: number) {
  const [first, last] = [lowestIdAt(new Date(from)), justBefore(lowestIdAt(new Date(before)))].map(
    (id) => ALERTS.key(tenantId, id).sk,
  );
  return queryPages(table, {
    key: allOf(inPartition(tenantPartition(tenantId)), expression`sk BETWEEN ${first} AND ${last}`),
    projection: COUNTED_ATTRIBUTES,
  });
}

async function firstActionInHistory(
  table: Table,
  tenantId: string,
  alertId: string,
): Promise<FirstAction | undefined> {
  for await (const item of queryAll(table, tenantPartition(tenantId), ALERT_EVENTS.prefix(alertId))) {
    const { action, actor, at } = ALERT_EVENTS.entityOf(item);
    const isAction = action === 'acknowledged' || action === 'resolved' || action === 'reopened';
    if (isAction && actor.kind === 'user' && actor.id) return { at, by: actor.id };
  }
  return undefined;
}
