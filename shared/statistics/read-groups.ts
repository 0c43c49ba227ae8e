import { ApiError } from '../base/errors.ts';
import { DAY_MS } from '../base/time.ts';
import type { Table } from '../table/table.ts';
import { addCell, type Dimension, type Group, Groups } from './groups.ts';
import { type DayCells, hoursWithin } from './hours-within.ts';
import type { View } from './keys.ts';
import { endOf, type Level, type Period, parentOf, periodAt, periodsBetween, startOf } from './period.ts';
import type { PeriodState } from './period-item.ts';
import {
  itemReader,
  type ReadItems,
  readHours,
  readStates,
  readView,
  type Span,
  type StoredPeriod,
} from './read-periods.ts';
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
  if (leastItems(range, usesMonths) > MOST_ITEMS) throw new ApiError('range_too_large');
  let items = 0;
  const onRead = (more: number) => {
    items += more;
    if (items > MOST_ITEMS) throw new ApiError('range_too_large');
  };
  const read = itemReader(table, tenantId, { isConsistent: false, onRead });
  const days = groupBy === 'day' ? zone.between(since, until) : [{ day: since, ...inMilliseconds(range) }];
  const groups = groupsOf(asked);

  const addWholeDays = async (whole: Range) => {
    const found = await findSpans(read, whole, usesMonths);
    await Promise.all([
      ...found.rolledUp.map(async (span) =>
        groups.addStored(await readView(read, viewOf(asked), span, found.states)),
      ),
      ...found.hours.map(async (span) => groups.addCells(await readHours(read, span))),
    ]);
  };
  const addEdge = async (edge: Range) => {
    const found = await readHours(read, spanOf('HOUR', edge));
    groups.addCells(await hoursWithin(table, found, days, { tenantId, onRead }));
  };
  const whole = wholeDays(range, days, groupBy);
  await Promise.all([...(whole ? [addWholeDays(whole)] : []), ...edgesOf(range, whole).map(addEdge)]);
  return groups.values();
}

/** What to read of a range of whole days. */
interface Spans {
  /** The months that are rolled up, and of the other months the days that are. */
  readonly rolledUp: readonly Span[];
  /** The days of which hours are read. */
  readonly hours: readonly Span[];
  /** The states of what is rolled up, by the names of months and days. */
  readonly states: ReadonlyMap<string, PeriodState>;
}

async function findSpans(read: ReadItems, whole: Range, usesMonths: boolean): Promise<Spans> {
  const inMonths = usesMonths ? wholeMonths(whole) : undefined;
  const [days, months] = await Promise.all([
    readStates(read, spanOf('DAY', whole)),
    inMonths ? readStates(read, inMonths) : [],
  ]);
  const rolled = [...months, ...days].filter(isRolled);
  const states = new Map(rolled.map((state) => [state.period.name, state]));
  const rest = days.filter(({ period }) => !states.has(parentOf(period)?.name ?? ''));
  return {
    rolledUp: [...spansOf(months.filter(isRolled), months), ...spansOf(rest.filter(isRolled), days)],
    hours: spansOf(
      rest.filter((it) => !isRolled(it)),
      days,
    ),
    states,
  };
}

const isRolled = ({ rolled }: PeriodState) => rolled;

/** What is before and after the whole days of a range. */
function edgesOf({ since, until }: Range, whole: Range | undefined): Range[] {
  if (!whole) return [{ since, until }];
  const edges = [
    { since, until: whole.since },
    { since: whole.until, until },
  ];
  return edges.filter((edge) => edge.since < edge.until);
}

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
    addStored(periods: readonly StoredPeriod[]): void {
      for (const { name: day, groups: stored } of periods) {
        for (const [its, key, name, tally] of stored) {
          const isAnother = groupBy === 'site' && siteId !== undefined && key !== siteId;
          if (its !== dimension || isAnother) continue;
          groups.add(groupBy === 'day' ? day : key, loadTally(tally), name);
        }
      }
    },
    addCells(days: readonly DayCells[]): void {
      for (const { day, cells } of days) {
        for (const cell of cells) {
          if (siteId !== undefined && cell.siteId !== siteId) continue;
          if (groupBy === 'day') groups.add(day, cell.tally);
          else addCell(groups, groupBy, cell);
        }
      }
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
