import { invalidField } from '../base/errors.ts';
import { wallClockOf } from '../base/wall-clock.ts';
import { CALENDARS } from '../calendars/calendar.ts';
import type { Site } from '../sites/site.ts';
import { getItem } from '../table/reads.ts';
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
async function exceptedDates(
  table: Table,
  { tenant_id, except, calendar_id }: Supervision,
): Promise<readonly string[]> {
  if (calendar_id === null) return except;
  const item = await getItem(table, CALENDARS.key(tenant_id, calendar_id));
  // In a restored backup, which is not consistent across items, the calendar may be missing.
  return item ? [...except, ...CALENDARS.entityOf(item).dates] : except;
}

/** Throws `validation_failed` for a calendar that does not exist in the tenant. */
export async function checkCalendar(
  table: Table,
  tenantId: string,
  calendarId: string | null,
): Promise<void> {
  if (calendarId === null || (await getItem(table, CALENDARS.key(tenantId, calendarId)))) return;
  throw noCalendar();
}

/** The error of naming a calendar that does not exist in the tenant. */
export const noCalendar = () =>
  invalidField('calendar_id', 'The calendar_id field must be a calendar of the tenant.');
