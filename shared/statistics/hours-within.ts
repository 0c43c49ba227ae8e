import { type ApiError, invalidField } from '../base/errors.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import type { Table } from '../table/table.ts';
import type { Cell } from './cells.ts';
import { countPart } from './count-hour.ts';
import { endOf, startOf } from './period.ts';
import { allAlerts } from './tally.ts';
import type { ZoneDay } from './zone-days.ts';

/** How many hours are counted in parallel. */
const AT_ONCE = 10;

/** The cells of an hour, with the names of the hour and its day. An hour in several parts is listed several times. */
export interface HourCells {
  readonly hour: string;
  readonly day: string;
  readonly cells: readonly Cell[];
}

/** Cells of alerts that were raised on a day. */
export interface DayCells {
  readonly day: string;
  readonly cells: readonly Cell[];
}

interface Place {
  readonly tenantId: string;
  /** Called with the number of alerts after each read. It may throw, to end it. */
  readonly onRead: (alerts: number) => void;
}

/**
 * Divides hours, in their order, among days, which follow one another. Numbers are stored by hours in UTC. If a day begins or ends
 * within an hour, as in zones such as India's, the alerts of this hour are counted. That is impossible after alerts were deleted:
 * then it throws `validation_failed`, because a part of an hour could only be guessed.
 */
export async function hoursWithin(
  table: Table,
  found: readonly HourCells[],
  days: readonly ZoneDay[],
  { tenantId, onRead }: Place,
): Promise<DayCells[]> {
  const within: DayCells[] = [];
  const cut = new Map<string, { since: number; until: number; stored: number; days: ZoneDay[] }>();
  let place = 0;
  for (const { hour, cells } of found) {
    const period = { level: 'HOUR', name: hour } as const;
    const [since, until] = [startOf(period).getTime(), endOf(period).getTime()];
    while ((days[place]?.until ?? Infinity) <= since) place += 1;
    const first = days[place];
    if (!first || first.since >= until) continue;
    if (first.since <= since && first.until >= until) {
      within.push({ day: first.day, cells });
      continue;
    }
    const its = cut.get(hour) ?? { since, until, stored: 0, days: days.slice(place, place + MOST_DAYS) };
    its.stored += cells.reduce((sum, { tally }) => sum + allAlerts(tally), 0);
    cut.set(hour, its);
  }
  const counted = await runInLanes([...cut.values()], AT_ONCE, async (hour) => {
    const parts = await runInLanes(partsOf(hour), 1, async (part) => {
      const { cells, alerts } = await countPart(table, tenantId, part, onRead);
      return { day: part.day, cells: cells.values(), alerts };
    });
    if (parts.reduce((sum, { alerts }) => sum + alerts, 0) < hour.stored) throw notDivisible();
    return parts.flatMap(({ day, cells }) => (day === undefined ? [] : [{ day, cells }]));
  });
  return [...within, ...counted.flat()];
}

/** The most days that an hour is part of. */
const MOST_DAYS = 3;

/** Divides an hour at the beginnings and ends of days. A part that is outside of the days has none. */
function partsOf({ since, until, days }: { since: number; until: number; days: readonly ZoneDay[] }) {
  const limits = days.flatMap((it) => [it.since, it.until]).filter((it) => it > since && it < until);
  const starts = [...new Set([since, ...limits])];
  return starts.map((start, place) => ({
    since: start,
    until: starts[place + 1] ?? until,
    day: days.find((it) => it.since <= start && start < it.until)?.day,
  }));
}

const notDivisible = (): ApiError =>
  invalidField(
    'time_zone',
    'The time_zone field must be one in which the days begin with an hour in UTC, because alerts of these days are deleted.',
  );
