/** The lengths of periods: an hour, its day and its month, in UTC. */
export const LEVELS = ['HOUR', 'DAY', 'MONTH'] as const;

export type Level = (typeof LEVELS)[number];

/** A period by its name, which sorts by time: `2026-11-25T13`, `2026-11-25` or `2026-11`. */
export interface Period {
  readonly level: Level;
  readonly name: string;
}

const NAME_LENGTH: Readonly<Record<Level, number>> = { HOUR: 13, DAY: 10, MONTH: 7 };

const START_OF_NAME = '0000-01-01T00:00:00.000Z';

export function periodAt(level: Level, time: Date): Period {
  return { level, name: time.toISOString().slice(0, NAME_LENGTH[level]) };
}

export function startOf({ name }: Period): Date {
  return new Date(name + START_OF_NAME.slice(name.length));
}

/** The instant at which a period ends, which is no longer part of it. */
export function endOf(period: Period): Date {
  const start = startOf(period);
  if (period.level === 'MONTH') return new Date(start.setUTCMonth(start.getUTCMonth() + 1));
  return new Date(start.getTime() + (period.level === 'DAY' ? 24 : 1) * 3_600_000);
}

/** The day of an hour, or the month of a day; `undefined` for a month. */
export function parentOf({ level, name }: Period): Period | undefined {
  if (level === 'MONTH') return undefined;
  const parent = level === 'HOUR' ? 'DAY' : 'MONTH';
  return { level: parent, name: name.slice(0, NAME_LENGTH[parent]) };
}

/** The periods of a level that begin from `since` and before `until`. */
export function periodsBetween(level: Level, since: Date, until: Date): Period[] {
  const periods: Period[] = [];
  for (let time = since; time < until; ) {
    const period = periodAt(level, time);
    periods.push(period);
    time = endOf(period);
  }
  return periods;
}
