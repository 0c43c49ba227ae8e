import * as z from 'zod/mini';
import { ALERTS } from '../alerts/alert.ts';
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
import { inPartition, queryPages } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { type CellKey, Cells, withFewTypes } from './cells.ts';
import { endOf, type Period, startOf } from './period.ts';
import { allAlerts, type CountedAlert, countAlert } from './tally.ts';

/** In how many parts an hour is read in parallel, so that an hour with a million alerts takes seconds and not minutes. */
const SLICES = 6;

export interface CountedHour {
  readonly cells: Cells;
  readonly alerts: number;
}

/** Counts the alerts of a tenant that were created within an hour, strongly consistent. It keeps no alert in memory. */
export async function countHour(table: Table, tenantId: string, hour: Period): Promise<CountedHour> {
  const cells = new Cells();
  const [start, end] = limitsOf(hour);
  const length = (end - start) / SLICES;
  const slices = Array.from({ length: SLICES }, (_, place) => start + place * length);
  await runInLanes(slices, SLICES, async (from) => {
    for await (const page of alertsCreated(table, tenantId, from, from + length)) {
      countPage(page, cells);
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
  countPage(page, cells);
  return resultOf(cells);
}

/**
 * Counts the alerts that were created in a part of an hour, strongly consistent. `onRead` gets the number of alerts of each
 * read; it may throw, to end it.
 */
export async function countPart(
  table: Table,
  tenantId: string,
  { since, until }: { readonly since: number; readonly until: number },
  onRead: (alerts: number) => void,
): Promise<CountedHour> {
  const cells = new Cells();
  for await (const page of alertsCreated(table, tenantId, since, until)) {
    onRead(page.length);
    countPage(page, cells);
  }
  return resultOf(cells);
}

const limitsOf = (hour: Period) => [startOf(hour).getTime(), endOf(hour).getTime()] as const;

function countPage(page: readonly Item[], cells: Cells): void {
  for (const item of page) {
    if (ALERTS.peek(item).drill) continue;
    const { key, siteName, counted } = countedAlert(readAlertItem(item));
    countAlert(cells.at(key, siteName), counted);
  }
}

function resultOf(cells: Cells): CountedHour {
  const alerts = cells.values().reduce((sum, { tally }) => sum + allAlerts(tally), 0);
  return { cells: withFewTypes(cells), alerts };
}

/** Selects alerts by their ids, because these sort by the time of creation. */
export function alertsCreated(table: Table, tenantId: string, from: number, before: number) {
  const [first, last] = [lowestIdAt(new Date(from)), justBefore(lowestIdAt(new Date(before)))].map(
    (id) => ALERTS.key(tenantId, id).sk,
  );
  return queryPages(table, {
    key: allOf(inPartition(tenantPartition(tenantId)), expression`sk BETWEEN ${first} AND ${last}`),
    projection: COUNTED_ATTRIBUTES,
  });
}

type Item = Readonly<Record<string, unknown>>;

/** The attributes of an alert that are counted. Messages and metadata are not read. */
const COUNTED_ATTRIBUTES = expression`pk, id, #data.#id, #data.#site_id, #data.#site, #data.#device_id, #data.#device, #data.#type, #data.#severity, #data.#status, #data.#created_at, #data.#updated_at, #data.#acknowledged_at, #data.#acknowledged_by, #data.#resolution, #data.#escalation_level, #data.#drill, #first_action`;

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
  resolution: text,
  escalation_level: z.int(),
});

type CountedFields = z.infer<typeof alertSchema>;

/** An alert as its item shows it. */
interface ReadAlert {
  readonly alert: CountedFields;
  /** `undefined` if no person has acted on the alert. */
  readonly firstAction: FirstAction | undefined;
}

const itemSchema = z.object({ [FIRST_ACTION]: z.optional(firstActionSchema) });

export function readAlertItem(item: Item): ReadAlert {
  const alert = alertSchema.parse(ALERTS.peek(item));
  return { alert, firstAction: itemSchema.parse(item).first_action ?? acknowledgement(alert) };
}

/** Returns the cell in which an alert is counted, and what is counted of it. */
export function countedAlert({ alert, firstAction }: ReadAlert): {
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
