import { invalidField } from '../base/errors.ts';
import { wallClockOf } from '../base/wall-clock.ts';
import type { Site } from '../sites/site.ts';
import type { Table } from '../table/table.ts';
import type { Expectation } from './judge.ts';
import type { Supervision } from './supervision.ts';

const MINUTE_MS = 60_000;

/** What a supervision expects on the clocks of its site. */
export async function expectationOf(
  table: Table,
  supervision: Supervision,
  { timezone }: Pick<Site, 'timezone'>,
): Promise<Expectation> {
  const { kind, windows, grace_minutes, every_minutes } = supervision;
  return {
    kind,
    windows,
    exceptions: new Set(await exceptedDates(table, supervision)),
    clock: wallClockOf(timezone),
    graceMs: grace_minutes * MINUTE_MS,
    everyMs: (every_minutes ?? 0) * MINUTE_MS,
  };
}

/** The dates on which no window of a supervision begins: its own, and those of its calendar. */
async function exceptedDates(_table: Table, { except }: Supervision): Promise<readonly string[]> {
  return except;
}

/** Throws `validation_failed` for a calendar that does not exist in the tenant. */
export async function checkCalendar(
  _table: Table,
  _tenantId: string,
  calendarId: string | null,
): Promise<void> {
  if (calendarId !== null) {
    throw invalidField('calendar_id', 'The calendar_id field must be a calendar of the tenant.');
  }
}
