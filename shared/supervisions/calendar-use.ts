import { CALENDARS } from '../calendars/calendar.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { attribute, EXISTS, expression } from '../table/expression.ts';
import { CHILD_COUNT, calendarUseKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, putOwn, updateItem } from '../table/writes.ts';
import { noCalendar } from './expectation.ts';
import type { Supervision } from './supervision.ts';

type User = Pick<Supervision, 'id' | 'tenant_id' | 'calendar_id'>;

/**
 * Makes the writes by which a calendar knows the supervisions that use it, for the transaction that changes a supervision. A
 * calendar that is deleted at the same time refuses the change.
 */
export function calendarUseWrites(
  table: Table,
  before: User | undefined,
  after: User | undefined,
): GuardedWrite[] {
  const [left, taken] = [before?.calendar_id ?? null, after?.calendar_id ?? null];
  if (left === taken) return [];
  return [
    ...(before && left !== null
      ? [countUses(table, before.tenant_id, left, -1), deleteAny(table, useKey(before, left))]
      : []),
    ...(after && taken !== null
      ? [countUses(table, after.tenant_id, taken, 1), putOwn(table, { ...useKey(after, taken) })]
      : []),
  ];
}

/** Makes the writes by which calendars forget some supervisions, for the transaction that deletes their site. */
export function forgetUses(table: Table, users: readonly User[]): GuardedWrite[] {
  const using = users.filter(({ calendar_id }) => calendar_id !== null);
  const byCalendar = Map.groupBy(using, ({ calendar_id }) => calendar_id ?? '');
  return [...byCalendar].flatMap(([calendarId, all]) => [
    ...all.slice(0, 1).map(({ tenant_id }) => countUses(table, tenant_id, calendarId, -all.length)),
    ...all.map((it) => deleteAny(table, useKey(it, calendarId))),
  ]);
}

const useKey = ({ tenant_id, id }: User, calendarId: string) => calendarUseKey(tenant_id, calendarId, id);

function countUses(table: Table, tenantId: string, calendarId: string, change: number): GuardedWrite {
  const update = expression`ADD ${attribute(CHILD_COUNT)} ${change}`;
  const refused = change > 0 ? noCalendar() : 'stale';
  return updateItem(table, CALENDARS.key(tenantId, calendarId), { update, condition: EXISTS }, refused);
}
