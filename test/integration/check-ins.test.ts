import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatTimestamp } from '../../shared/base/time.ts';
import { type CallAs, type Caller, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';

const MINUTE = 60_000;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

let guard: TestGuard;
let timers: TestTimers;
let as: CallAs;
let site: { id: string; name: string };
let operator: { id: string; name: string };

beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  timers = await startTimers(guard);
  as = await signInCallers(guard);
  [site] = (await as('operator', 'GET /api/v1/sites')).body.data;
  operator = (await as('operator', 'GET /api/v1/auth/me')).body;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await timers.stop();
  await guard.stop();
});

const path = () => `/api/v1/sites/${site.id}/check-ins`;
const checkIn = (caller: Caller = 'operator', headers: Record<string, string> = {}) =>
  as(caller, `POST ${path()}`, { headers });
const read = async () => (await as('operator', `GET ${path()}`)).body;
const at = (minutes = 0) => formatTimestamp(new Date(guard.clock.now.getTime() + minutes * MINUTE));
/** Runs the timers each minute. */
const pass = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 1) {
    guard.clock.advance(MINUTE);
    await timers.tick();
  }
};
const missed = async () =>
  (await as('master', `GET /api/v1/sites/${site.id}/alerts?type=missed-check-in`)).body.data;

test('A guard checks in on time, misses one, and a late check-in is recorded while people close the alert', async () => {
  const windows = [{ weekdays: WEEKDAYS, from: '00:00', to: '00:00' }];
  const json = { name: 'Night guard', site_id: site.id, kind: 'check_in', windows, every_minutes: 30 };
  const supervision = await as('admin', 'POST /api/v1/supervisions', {
    json: { ...json, grace_minutes: 2 },
  });
  expect(supervision.status).toBe(201);
  await pass(10);
  const { status, body } = await checkIn();
  expect([status, body]).toEqual([
    201,
    { site_id: site.id, at: at(), by: { kind: 'user', id: operator.id, name: operator.name } },
  ]);
  expect(await read()).toEqual({
    site_name: site.name,
    last: body,
    expected: [
      { supervision_id: supervision.body.id, name: 'Night guard', every_minutes: 30, due_at: at(32) },
    ],
  });
  await pass(31);
  expect(await missed()).toEqual([]);
  await pass(2);
  const [alert] = await missed();
  expect(alert).toMatchObject({ severity: 'critical', status: 'active' });
  const late = await checkIn();
  const events = await listAll(as, 'master', `/api/v1/alerts/${alert.id}/events`);
  expect(events.map(({ action, note }) => [action, note])).toEqual([
    ['restored', `${operator.name} checked in.`],
    ['raised', null],
  ]);
  expect((await missed())[0]).toMatchObject({ status: 'active', restored_at: expect.any(String) });
  expect((await read()).expected[0].due_at).toBe(at(32));
  expect((await read()).last).toEqual(late.body);
  await as('operator', `POST /api/v1/alerts/${alert.id}/resolve`, { json: { resolution: 'false_alarm' } });
  await as('admin', `DELETE /api/v1/supervisions/${supervision.body.id}`);
});

test('A phone that repeats a check-in after a lost network checks in once', async () => {
  guard.clock.advance(MINUTE);
  const first = await checkIn('operator', { 'Idempotency-Key': 'press-1' });
  guard.clock.advance(5 * MINUTE);
  const again = await checkIn('operator', { 'Idempotency-Key': 'press-1' });
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect((await read()).last).toEqual(first.body);
});

test('Whoever may acknowledge checks in, at sites that they see; viewers read when', async () => {
  expect((await checkIn('viewer')).status).toBe(403);
  expect((await checkIn('admin')).status).toBe(403);
  expect((await checkIn('master')).status).toBe(201);
  expect((await as('viewer', `GET ${path()}`)).status).toBe(200);
  expect((await as('operator', `POST /api/v1/sites/${MISSING_ID}/check-ins`)).status).toBe(404);
});
