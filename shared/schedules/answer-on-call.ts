import { USERS } from '../accounts/user.ts';
import { formatTimestamp } from '../base/time.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { differencesOf, gapsBetween, onCallAt, planOf, type Shift, shiftsWithin } from './on-call.ts';
import type { Span } from './rotation-periods.ts';
import type { StoredSchedule } from './schedule.ts';
import type { Availability, OnCallAnswer, SchedulePreview, ShiftsAnswer } from './schedule-contract.ts';

/** Answers who is on call at a time. If that person cannot act, it answers that nobody is. */
export async function answerOnCall(
  table: Table,
  schedule: StoredSchedule,
  at: number,
): Promise<OnCallAnswer> {
  const planned = onCallAt(planOf(schedule), at);
  const answer: OnCallAnswer = { at: timestampOf(at), on_call: [], unavailable: [], gap: true };
  if (!planned) return answer;
  const { userId, until } = planned;
  const personOf = await readPeople(table, schedule.entity.tenant_id, [userId]);
  const { name, status } = personOf(userId);
  const shift = { user_id: userId, until: until === undefined ? null : timestampOf(until) };
  if (name === null || status !== 'active') {
    return { ...answer, unavailable: [{ ...shift, name, status }] };
  }
  return { ...answer, on_call: [{ ...shift, name }], gap: false };
}

/** Answers the shifts and gaps within a span of at most 100 days. */
export async function answerShifts(
  table: Table,
  schedule: StoredSchedule,
  span: Span,
): Promise<ShiftsAnswer> {
  const shifts = shiftsWithin(planOf(schedule), span);
  const userIds = shifts.map(({ userId }) => userId);
  const personOf = await readPeople(table, schedule.entity.tenant_id, userIds);
  return answerOf(schedule, shifts, span, personOf);
}

/** Answers the shifts of a draft within a span, and the times at which they differ from those of the stored schedule. */
export async function answerPreview(
  table: Table,
  stored: StoredSchedule,
  draft: StoredSchedule,
  span: Span,
): Promise<SchedulePreview> {
  const [before, after] = [stored, draft].map((it) => shiftsWithin(planOf(it), span)) as [Shift[], Shift[]];
  const userIds = [...before, ...after].map(({ userId }) => userId);
  const personOf = await readPeople(table, stored.entity.tenant_id, userIds);
  const shown = (userId: string | undefined) =>
    userId === undefined ? null : { user_id: userId, ...personOf(userId) };
  const changes = differencesOf(before, after, span).map(({ from, to, ...times }) => ({
    ...timesOf(times),
    from: shown(from),
    to: shown(to),
  }));
  return { ...answerOf(draft, after, span, personOf), changes };
}

function answerOf(
  schedule: StoredSchedule,
  shifts: readonly Shift[],
  span: Span,
  personOf: (userId: string) => Person,
): ShiftsAnswer {
  const filled = shifts.filter(({ userId }) => canAct(personOf(userId)));
  return {
    ...timesOf(span),
    time_zone: schedule.entity.time_zone,
    shifts: shifts.map(({ userId, overrideId, ...times }) => ({
      ...timesOf(times),
      user_id: userId,
      ...personOf(userId),
      override_id: overrideId,
    })),
    gaps: gapsBetween(filled, span).map(timesOf),
  };
}

const canAct = ({ status }: Person) => status === 'active';

const timestampOf = (instant: number) => formatTimestamp(new Date(instant));

const timesOf = ({ since, until }: Span) => ({ since: timestampOf(since), until: timestampOf(until) });

/** What a schedule shows of a person. */
interface Person {
  /** Null if the user was deleted. */
  readonly name: string | null;
  readonly status: Availability;
}

const DELETED: Person = { name: null, status: 'deleted' };

/** Reads users of a tenant. Returns a function that shows each of them as they are now. */
export async function readPeople(
  table: Table,
  tenantId: string,
  userIds: Iterable<string>,
): Promise<(userId: string) => Person> {
  const ids = [...new Set(userIds)];
  const items = await batchGet(
    table,
    ids.map((id) => USERS.key(tenantId, id)),
  );
  const people = new Map(
    ids.map((id, place): [string, Person] => {
      const item = items[place];
      if (!item) return [id, DELETED];
      const { name, status } = USERS.entityOf(item);
      return [id, { name, status }];
    }),
  );
  return (id) => people.get(id) ?? DELETED;
}
