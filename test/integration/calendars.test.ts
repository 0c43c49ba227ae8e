import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallAs, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { playRounds, raceWithEachWinner } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

let guard: TestGuard;
let timers: TestTimers;
let as: CallAs;
/** On the clocks of Berlin, an hour ahead of the clock of the test. */
let siteId: string;

beforeAll(async () => {
  // A Friday at noon.
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  timers = await startTimers(guard);
  as = await signInCallers(guard);
  const site = { name: 'Shop', timezone: 'Europe/Berlin' };
  siteId = (await as('master', 'POST /api/v1/sites', { json: site })).body.id;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await timers.stop();
  await guard.stop();
});

let number = 0;
const create = async (fields: object = {}) => {
  number += 1;
  const json = { name: `Days off ${number}`, dates: ['2026-12-25'], ...fields };
  return as('admin', 'POST /api/v1/calendars', { json });
};
const newCalendar = async (fields: object = {}) => (await create(fields)).body;
const change = (id: string, json: object) => as('admin', `PATCH /api/v1/calendars/${id}`, { json });
const remove = (id: string) => as('admin', `DELETE /api/v1/calendars/${id}`);
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const supervise = async (calendar_id: string | null, fields: object = {}) => {
  const windows = [{ weekdays: WEEKDAYS, from: '09:00', to: '18:00' }];
  const json = { name: 'Closed by six', site_id: siteId, kind: 'closing', windows, calendar_id, ...fields };
  return as('admin', 'POST /api/v1/supervisions', { json });
};
const removeSupervision = (id: string) => as('admin', `DELETE /api/v1/supervisions/${id}`);
const alerts = async () =>
  (await as('master', `GET /api/v1/sites/${siteId}/alerts?type=late-to-close&status=active`)).body.data;
/** Lets time pass, and runs the timers in each of the last ten minutes: after a pause, Guard waits until it has heard for a while. */
const pass = async (hours: number) => {
  guard.clock.advance(hours * 3_600_000 - 10 * 60_000);
  for (let minute = 0; minute < 10; minute += 1) {
    guard.clock.advance(60_000);
    await timers.tick();
  }
};
const report = (action: string) =>
  as('master', 'POST /api/v1/reports', { json: { events: [{ action, site_id: siteId }] } });

test('The dates of a calendar are kept in order and once each, with their source', async () => {
  const { status, body } = await create({
    dates: ['2027-01-01', '2026-12-25', '2027-01-01'],
    source: 'date-holidays 3.37.0, DE, BY',
  });
  expect([status, body.dates, body.source]).toEqual([
    201,
    ['2026-12-25', '2027-01-01'],
    'date-holidays 3.37.0, DE, BY',
  ]);
  expect((await as('admin', `GET /api/v1/calendars/${body.id}`)).body).toEqual(body);
  expect((await create({ dates: ['2026-02-30'] })).status).toBe(422);
  const days = Array.from({ length: 501 }, (_, day) => new Date(day * 86_400_000 + 1.8e12).toISOString());
  expect((await create({ dates: days.map((it) => it.slice(0, 10)) })).status).toBe(422);
  await remove(body.id);
});

test('A tenant has at most 20 calendars', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push((await newCalendar()).id);
  expect((await create()).body.code).toBe('too_many_calendars');
  for (const id of ids) expect((await remove(id)).status).toBe(204);
});

test('A calendar that a supervision uses is not deleted, until the supervision leaves it, goes, or its site goes', async () => {
  const [first, second] = [await newCalendar(), await newCalendar()];
  const { body: supervision } = await supervise(first.id);
  expect(supervision.calendar_id).toBe(first.id);
  expect((await remove(first.id)).body.code).toBe('calendar_in_use');
  const path = `/api/v1/supervisions/${supervision.id}`;
  expect((await as('admin', `PATCH ${path}`, { json: { calendar_id: second.id } })).status).toBe(200);
  expect((await remove(first.id)).status).toBe(204);
  expect((await remove(second.id)).body.code).toBe('calendar_in_use');
  expect((await removeSupervision(supervision.id)).status).toBe(204);
  expect((await remove(second.id)).status).toBe(204);
  const third = await newCalendar();
  const { id: other } = (await as('master', 'POST /api/v1/sites', { json: { name: 'Closed shop' } })).body;
  for (const name of ['One', 'Two']) await supervise(third.id, { name, site_id: other });
  expect((await as('master', `DELETE /api/v1/sites/${other}`)).status).toBe(204);
  expect((await remove(third.id)).status).toBe(204);
});

test('A supervision takes only a calendar of its tenant', async () => {
  const { status, body } = await supervise(MISSING_ID);
  expect([status, body.errors]).toEqual([
    422,
    { calendar_id: ['The calendar_id field must be a calendar of the tenant.'] },
  ]);
});

test('If a calendar is deleted while a supervision begins to use it, one of the two is refused', async () => {
  await playRounds(repetitions({ few: 8, many: 40 }), async (round) => {
    const { id } = await newCalendar();
    const [created, deleted] = await raceWithEachWinner(
      round,
      () => supervise(id, { name: `Round ${round}` }),
      () => remove(id),
    );
    expect([created.status, deleted.status]).toSatisfy(([one, other]) =>
      one === 201 ? other === 409 : other === 204 && one === 422,
    );
    if (created.status === 201) {
      await removeSupervision(created.body.id);
      expect((await remove(id)).status).toBe(204);
    }
  });
});

test('No window begins on a day of the calendar, and a supervision follows its changes at once', async () => {
  await report('close');
  await report('open');
  const calendar = await newCalendar({ dates: ['2026-11-20'] });
  const { body: supervision } = await supervise(calendar.id);
  // Friday is excepted.
  await pass(6);
  expect(await alerts()).toEqual([]);
  // Saturday morning: the calendar gets this day, and loses it again.
  await pass(16);
  await change(calendar.id, { dates: ['2026-11-20', '2026-11-21'] });
  await pass(1);
  await change(calendar.id, { dates: ['2026-11-20'] });
  await pass(6.1);
  const raised = await alerts();
  expect(raised).toHaveLength(1);
  expect(raised[0].message).toContain('2026-11-21');
  await removeSupervision(supervision.id);
  await remove(calendar.id);
});

test('A date that is removed when its windows are over raises nothing, however open the shop is by then', async () => {
  const inBerlin = (minutes: number) => new Date(guard.clock.now.getTime() + minutes * 60_000).toISOString();
  const { id } = await newCalendar({ dates: [inBerlin(60).slice(0, 10)] });
  const windows = [{ weekdays: WEEKDAYS, from: '09:00', to: inBerlin(62).slice(11, 16) }];
  const { body } = await supervise(id, { windows });
  await report('open');
  await pass(0.2);
  const before = (await alerts()).length;
  expect((await change(id, { dates: [] })).status).toBe(200);
  await pass(0.2);
  expect(await alerts()).toHaveLength(before);
  await removeSupervision(body.id);
  await remove(id);
});
