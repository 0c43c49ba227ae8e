import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError } from '../base/errors.ts';
import { DAY_MS } from '../base/time.ts';
import { allOf, expression, expressionInput } from '../table/expression.ts';
import { statisticsPartition } from '../table/keys.ts';
import { inPartition } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { type Cell, loadCell, storedCellSchema, unpack } from './cells.ts';
import {
  addCell,
  type Dimension,
  type Group,
  Groups,
  type StoredGroup,
  storedGroupSchema,
} from './groups.ts';
import { type HourCells, hoursWithin } from './hours-within.ts';
import { AFTER_PARTS, readPartName, type View, viewPrefix } from './keys.ts';
import { endOf, type Level, type Period, parentOf, periodAt, periodsBetween, startOf } from './period.ts';
import { type PeriodState, ROWS, readState } from './period-item.ts';
import { loadTally } from './tally.ts';
import type { ZoneDay, ZoneDays } from './zone-days.ts';

/** How many items a report may need. A larger report is refused. */
const MOST_ITEMS = 10_000;

export interface Range {
  readonly since: Date;
  readonly until: Date;
}

interface Asked {
  /** The first day. */
  readonly since: string;
  /** The day after the last one. */
  readonly until: string;
  /** To which zone these days belong, and those of the groups. */
  readonly zone: ZoneDays;
  readonly siteId: string | undefined;
  readonly groupBy: Dimension | 'day';
}

/**
 * Reads the groups of a tenant's alerts, or of those of one site. It takes months that are rolled up; otherwise days that
 * are; otherwise hours, as for days of a zone other than UTC. It reads alerts only of an hour in which such a day begins or ends.
 * Throws `range_too_large` if it needs more than 10,000 items.
 */
export async function readGroups(table: Table, tenantId: string, asked: Asked): Promise<Group[]> {
  const { since, until, zone, siteId, groupBy } = asked;
  const range = { since: new Date(zone.startOf(since)), until: new Date(zone.startOf(until)) };
  const usesMonths = groupBy !== 'day' && siteId === undefined;
  let items = 0;
  const count = (more: number) => {
    items += more;
    if (items > MOST_ITEMS) throw new ApiError('range_too_large');
  };
  count(leastItems(range, usesMonths));
  items = 0;
  const read = itemReader(table, tenantId, { isConsistent: false, onRead: count });
  const days = groupBy === 'day' ? zone.between(since, until) : [{ day: since, ...inMilliseconds(range) }];
  const groups = groupsOf(asked);
  const addView = async (span: Span, states: ReadonlyMap<string, PeriodState>) => {
    for (const { name, groups: stored } of await readView(read, viewOf(asked), span, states)) {
      for (const group of stored) groups.addStored(group, name);
    }
  };
  const addHours = async (span: Span) => {
    for (const { day, cells } of await readHours(read, span))
      for (const cell of cells) groups.addCell(cell, day);
  };
  const addPeriods = async (whole: Range) => {
    const months = usesMonths ? wholeMonths(whole) : undefined;
    const [dayStates, monthStates] = await Promise.all([
      readStates(read, spanOf('DAY', whole)),
      months ? readStates(read, months) : [],
    ]);
    const completeMonths = completeOf(monthStates);
    const completeDays = completeOf(dayStates);
    const rest = dayStates.filter(({ period }) => !completeMonths.has(parentOf(period)?.name ?? ''));
    await Promise.all([
      ...spansOf(monthStates.filter(isComplete), monthStates).map((span) => addView(span, completeMonths)),
      ...spansOf(rest.filter(isComplete), dayStates).map((span) => addView(span, completeDays)),
      ...spansOf(rest.filter(isIncomplete), dayStates).map(addHours),
    ]);
  };
  const addEdge = async (edge: Range) => {
    const found = await readHours(read, spanOf('HOUR', edge));
    for (const { day, cells } of await hoursWithin(table, found, days, { tenantId, onRead: count }))
      for (const cell of cells) groups.addCell(cell, day);
  };
  const whole = wholeDays(range, days, groupBy);
  const edges = whole
    ? [
        { since: range.since, until: whole.since },
        { since: whole.until, until: range.until },
      ]
    : [range];
  await Promise.all([
    ...(whole ? [addPeriods(whole)] : []),
    ...edges.filter((edge) => edge.since < edge.until).map(addEdge),
  ]);
  return groups.values();
}

const isComplete = ({ rolled }: PeriodState) => rolled;
const isIncomplete = ({ rolled }: PeriodState) => !rolled;

const inMilliseconds = ({ since, until }: Range) => ({ since: since.getTime(), until: until.getTime() });

const spanOf = (level: Level, { since, until }: Range): Span => ({
  first: periodAt(level, since),
  last: periodAt(level, new Date(until.getTime() - 1)),
});

/**
 * The whole days in UTC of a range, for which days and months that are rolled up are right; `undefined` if there are none. If
 * alerts are grouped by days, each of these must be a day in UTC.
 */
function wholeDays(
  { since, until }: Range,
  days: readonly ZoneDay[],
  groupBy: Asked['groupBy'],
): Range | undefined {
  if (groupBy === 'day' && days.some((it) => it.since % DAY_MS !== 0 || it.until % DAY_MS !== 0))
    return undefined;
  const first = Math.ceil(since.getTime() / DAY_MS) * DAY_MS;
  const end = Math.floor(until.getTime() / DAY_MS) * DAY_MS;
  return first < end ? { since: new Date(first), until: new Date(end) } : undefined;
}

/** Returns a collector, which takes what was asked for from groups and cells. */
function groupsOf({ siteId, groupBy }: Pick<Asked, 'siteId' | 'groupBy'>) {
  const groups = new Groups();
  const dimension = groupBy === 'day' ? 'none' : groupBy;
  return {
    addStored([its, key, name, tally]: StoredGroup, day: string) {
      const isAnother = groupBy === 'site' && siteId !== undefined && key !== siteId;
      if (its !== dimension || isAnother) return;
      groups.add(groupBy === 'day' ? day : key, loadTally(tally), name);
    },
    addCell(cell: Cell, day: string) {
      if (siteId !== undefined && cell.siteId !== siteId) return;
      if (groupBy === 'day') groups.add(day, cell.tally);
      else addCell(groups, groupBy, cell);
    },
    values: () => groups.values(),
  };
}

/** How many items a range takes at least, if every month, or every day, has alerts. */
function leastItems({ since, until }: Range, usesMonths: boolean): number {
  const days = (until.getTime() - since.getTime()) / DAY_MS;
  return usesMonths ? days / LONGEST_MONTH_DAYS : days;
}

const LONGEST_MONTH_DAYS = 31;

function viewOf({ siteId, groupBy }: Asked): View {
  if (groupBy === 'site') return 'BY_SITE';
  return siteId === undefined ? 'TOTALS' : `OF_SITE#${siteId}`;
}

function completeOf(states: readonly PeriodState[]): ReadonlyMap<string, PeriodState> {
  return new Map(states.filter(({ rolled }) => rolled).map((state) => [state.period.name, state]));
}

/** The spans that contain all wanted periods, and no other period that exists. */
function spansOf(wanted: readonly PeriodState[], existing: readonly PeriodState[]): Span[] {
  const names = new Set(wanted.map(({ period }) => period.name));
  const spans: { first: Period; last: Period }[] = [];
  let current: { first: Period; last: Period } | undefined;
  for (const { period } of existing) {
    if (!names.has(period.name)) {
      current = undefined;
    } else if (current) {
      current.last = period;
    } else {
      current = { first: period, last: period };
      spans.push(current);
    }
  }
  return spans;
}

/** The months that are wholly within a range; `undefined` if there are none. */
function wholeMonths({ since, until }: Range): Span | undefined {
  const months = periodsBetween('MONTH', since, until).filter(
    (month) => startOf(month) >= since && endOf(month) <= until,
  );
  const [first, last] = [months[0], months.at(-1)];
  return first && last && { first, last };
}

type Item = Readonly<Record<string, unknown>>;

/** The first and the last period of a row of periods of one level. */
export interface Span {
  readonly first: Period;
  readonly last: Period;
}

/** Reads the states of days or months. */
export async function readStates(read: ReadItems, { first, last }: Span): Promise<PeriodState[]> {
  const items = await read(`${first.level}#${first.name}`, `${last.level}#${last.name}`);
  return items.flatMap((item) => readState(item) ?? []);
}

/** Reads the cells of the hours from one period to another. */
export async function readHours(read: ReadItems, { first, last }: Span): Promise<HourCells[]> {
  const items = await read(`HOUR#${first.name}`, `HOUR#${last.name}~`);
  const parts = new Map<string, number | undefined>();
  return items.flatMap((item) => {
    const state = readState(item);
    if (!state) return [];
    const { name } = state.period;
    if (isPart(item)) {
      if (parts.get(name) !== readPartName(String(item['sk'])).parts) return []; // of an earlier division
    } else {
      parts.set(name, state.parts); // the item of an hour comes before its parts
    }
    const rows = item[ROWS];
    return rows === undefined
      ? []
      : [{ hour: name, day: name.slice(0, 10), cells: unpack(storedCellSchema, rows).map(loadCell) }];
  });
}

const isPart = ({ sk }: Item) => String(sk).split('#').length > 2;

/** Reads the groups of days or months that are rolled up, with the name of each period. */
export async function readView(
  read: ReadItems,
  view: View,
  { first, last }: Span,
  states: ReadonlyMap<string, PeriodState>,
): Promise<{ readonly name: string; readonly groups: readonly StoredGroup[] }[]> {
  const prefix = viewPrefix(view, first.level);
  const items = await read(`${prefix}${first.name}`, `${prefix}${last.name}${AFTER_PARTS}`);
  return items.flatMap((item) => {
    const { name, parts } = readPartName(String(item['sk']));
    const state = states.get(name);
    const isCurrent = view !== 'BY_SITE' || state?.parts === parts;
    if (!state?.rolled || !isCurrent) return [];
    return [{ name, groups: unpack(storedGroupSchema, item[ROWS]) }];
  });
}

/** Reads items of one tenant's statistics. */
export type ReadItems = (first: string, last: string) => Promise<readonly Item[]>;

interface Reading {
  /** Whether the read must see all writes that have ended. If it need not, it costs half. */
  readonly isConsistent: boolean;
  /** Called with the number of items after each read. It may throw, to end the report. */
  readonly onRead?: (items: number) => void;
}

/** Makes a function that reads the items with sort keys from `first` to `last`. */
export function itemReader(table: Table, tenantId: string, { isConsistent, onRead }: Reading): ReadItems {
  return async (first, last) => {
    const input = {
      TableName: table.name,
      ...expressionInput({
        key: allOf(inPartition(statisticsPartition(tenantId)), expression`sk BETWEEN ${first} AND ${last}`),
      }),
      ConsistentRead: isConsistent,
    };
    const read: Item[] = [];
    let startKey: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await table.client.send(
        new QueryCommand({ ...input, ExclusiveStartKey: startKey }),
      );
      onRead?.(Items.length);
      read.push(...Items);
      startKey = LastEvaluatedKey;
    } while (startKey);
    return read;
  };
}
