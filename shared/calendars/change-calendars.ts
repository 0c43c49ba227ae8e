import { runInLanes } from '../base/run-in-lanes.ts';
import { formatTimestamp } from '../base/time.ts';
import { createEntity, updateEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { expression } from '../table/expression.ts';
import { calendarUsePrefix, supervisionWatchKey, tenantPartition } from '../table/keys.ts';
import type { Stored } from '../table/kind.ts';
import { queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/writes.ts';
import { CALENDARS, type Calendar, type CalendarChanges, type CalendarInput } from './calendar.ts';

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly at: string;
}

/** Creates a calendar in an existing tenant, with other writes in the same transaction. */
export function createCalendar(
  table: Table,
  input: CalendarInput,
  { id, tenantId, at }: Origin,
  alongside: (calendar: Calendar) => readonly GuardedWrite[] = () => [],
): Promise<Calendar> {
  const calendar = { id, tenant_id: tenantId, ...input, created_at: at, updated_at: at };
  return createEntity(table, CALENDARS, calendar, alongside(calendar));
}

/**
 * Changes the given fields. If these are its dates, every supervision that uses it looks again at once at when it is due: also if
 * they are the same as before, because an earlier request may have ended between the change and that.
 */
export async function updateCalendar(
  table: Table,
  loaded: Stored<Calendar>,
  changes: CalendarChanges,
  { ifMatch, now }: { readonly ifMatch: string | undefined; readonly now: Date },
): Promise<Calendar> {
  const at = formatTimestamp(now);
  const calendar = await updateEntity(table, CALENDARS, loaded, changes, { ifMatch, at });
  if (changes.dates) await lookAgain(table, calendar, at);
  return calendar;
}

const AT_ONCE = 25;

/**
 * Makes the timers of all supervisions due that use a calendar. What they decide depends on the calendar as it is then, and
 * nothing is judged that was not due before: a date that is removed must not say today that a shop was open on it.
 */
async function lookAgain(table: Table, { id, tenant_id: tenantId }: Calendar, at: string): Promise<void> {
  const prefix = calendarUsePrefix(id);
  const ids: string[] = [];
  for await (const { sk } of queryAll(table, tenantPartition(tenantId), prefix)) {
    ids.push(String(sk).slice(prefix.length));
  }
  await runInLanes(ids, AT_ONCE, (supervisionId) =>
    // A supervision that is paused, or judged with each opening, has no timer.
    updateIf(table, supervisionWatchKey(tenantId, supervisionId), {
      update: expression`SET #due = ${at}, #since = ${at} ADD #revision ${1}`,
      condition: expression`#due > ${at}`,
    }),
  );
}
