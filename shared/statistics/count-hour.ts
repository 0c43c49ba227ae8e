import * as z from 'zod/mini';
import { ALERTS } from '../alerts/alert.ts';
import { ALERT_EVENTS } from '../alerts/alert-event.ts';
import {
  acknowledgement,
  FIRST_ACTION,
  type FirstAction,
  firstActionSchema,
} from '../alerts/first-action.ts';
import { justBefore, lowestIdAt } from '../base/ids.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import { allOf, expression } from '../table/expression.ts';
import { tenantPartition } from '../table/keys.ts';
import { inPartition, queryAll, queryPages } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { type CellKey, Cells, withFewTypes } from './cells.ts';
import { endOf, type Period, startOf } from './period.ts';
import { allAlerts, type CountedAlert, countAlert } from './tally.ts';

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

type Item = Readonly<Record<string, unknown>>;

/** The attributes of an alert that count. Messages and metadata are not read. */
const COUNTED_ATTRIBUTES = expression`#data.#id, #data.#site_id, #data.#site, #data.#type, #data.#severity, #data.#status, #data.#created_at, #data.#updated_at, #data.#acknowledged_at, #data.#acknowledged_by, #data.#resolved_at, #data.#resolved_by, #data.#raised_by, #data.#resolution, #data.#escalation_level, #first_action`;

const text = z.nullable(z.string());

const alertSchema = z.object({
  id: z.string(),
  site_id: z.string(),
  site_name: text,
  type: z.string(),
  severity: z.string(),
  status: z.string(),
  created_at: z.string(),
  acknowledged_at: text,
  acknowledged_by: text,
  resolved_at: text,
  resolved_by: text,
  raised_by: z.optional(z.object({ kind: z.string(), id: text })),
  resolution: text,
  escalation_level: z.int(),
});

type CountedFields = z.infer<typeof alertSchema>;

/** An alert that was read from its item. */
interface ReadAlert {
  readonly alert: CountedFields;
  readonly firstAction: FirstAction | undefined;
  /** Whether only the history shows if a person or a machine resolved it: a release before 0.10.0 did not record it. */
  readonly needsHistory: boolean;
}

const itemSchema = z.object({ [FIRST_ACTION]: z.optional(firstActionSchema) });

export function readAlertItem(item: Item): ReadAlert {
  const alert = alertSchema.parse(ALERTS.peek(item));
  const firstAction = itemSchema.parse(item).first_action ?? acknowledgement(alert);
  const { resolved_by, raised_by, status } = alert;
  const isByMachine = resolved_by === null || (raised_by?.kind === 'key' && raised_by.id === resolved_by);
  return { alert, firstAction, needsHistory: !firstAction && status === 'resolved' && !isByMachine };
}

/** The cell in which an alert counts, and what counts of it. */
export function countedAlert({ alert, firstAction }: Pick<ReadAlert, 'alert' | 'firstAction'>): {
  readonly key: CellKey;
  readonly siteName: string | null;
  readonly counted: CountedAlert;
} {
  const { id, site_id, site_name, type, severity, status, created_at, resolution, escalation_level } = alert;
  const isResolved = status === 'resolved';
  const apart =
    resolution === 'test' ? 'on_test' : isResolved && !firstAction ? 'machine_resolved' : undefined;
  const by = apart ? undefined : firstAction;
  return {
    key: { siteId: site_id, type, severity, userId: by?.by ?? null },
    siteName: site_name,
    counted: {
      id,
      apart,
      responseMilliseconds: by && Math.max(0, Date.parse(by.at) - Date.parse(created_at)),
      isResolved,
      isFalseAlarm: resolution === 'false_alarm',
      isEscalated: escalation_level > 0,
    },
  };
}
