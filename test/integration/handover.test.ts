import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatTimestamp } from '../../shared/base/time.ts';
import { handoverSchema } from '../../shared/handover/handover-contract.ts';
import { type CallAs, type Caller, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let guard: TestGuard;
let as: CallAs;
let assigned: { id: string; name: string };
/** A site that the operator does not see. */
let elsewhere: { id: string; name: string };
let operator: { id: string; name: string };

beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  as = await signInCallers(guard);
  [assigned] = (await as('operator', 'GET /api/v1/sites')).body.data;
  elsewhere = (await as('master', 'POST /api/v1/sites', { json: { name: 'Elsewhere' } })).body;
  operator = (await as('operator', 'GET /api/v1/auth/me')).body;
});
beforeEach(() => guard.clock.advance(8 * 24 * HOUR));
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});

const ago = (milliseconds: number) => formatTimestamp(new Date(guard.clock.now.getTime() - milliseconds));
const read = async (caller: Caller, query = '') => as(caller, `GET /api/v1/handover${query}`);
const sinceQuery = (milliseconds: number) => `?since=${encodeURIComponent(ago(milliseconds))}`;
const note = (caller: Caller, text: string, fields: object = {}) =>
  as(caller, 'POST /api/v1/handover/notes', { json: { text, ...fields } });
const raise = async (fields: object = {}) => {
  const json = { site_id: assigned.id, type: 'tamper', severity: 'high', message: 'Lid open', ...fields };
  return (await as('master', 'POST /api/v1/alerts', { json })).body;
};

describe('GET /api/v1/handover', () => {
  test('One request shows what is open, parked and on test, who has what, and what is silent', async () => {
    const low = await raise({ severity: 'low' });
    const critical = await raise({ severity: 'critical' });
    const taken = await raise();
    const parked = await raise({ message: 'Mains failed' });
    for (const { id } of [taken, parked]) await as('operator', `POST /api/v1/alerts/${id}/acknowledge`);
    const until = formatTimestamp(new Date(guard.clock.now.getTime() + HOUR));
    await as('operator', `POST /api/v1/alerts/${parked.id}/park`, { json: { until, reason: 'Electrician' } });
    const ends_at = formatTimestamp(new Date(guard.clock.now.getTime() + 2 * HOUR));
    const json = { ends_at, reason: 'Maintenance' };
    await as('admin', `POST /api/v1/sites/${assigned.id}/tests`, { json });
    const device = { name: 'Panel of the office', type: 'alarm-panel', heartbeat_seconds: 60 };
    const { body: silent } = await as('admin', `POST /api/v1/sites/${assigned.id}/devices`, { json: device });

    const { status, body } = await read('operator');
    expect(status).toBe(200);
    expect(handoverSchema.parse(body)).toEqual(body);
    const mine = [low, critical, taken].map(({ id }) => id);
    const open = body.open.data.map(({ id }: { id: string }) => id).filter((id: string) => mine.includes(id));
    expect(open).toEqual([critical.id, low.id, taken.id]);
    expect(body.parked).toMatchObject({ data: [{ id: parked.id, parked: { until } }], capped: false });
    expect(body.taken.data).toContainEqual({
      user_id: operator.id,
      name: operator.name,
      alerts: 2,
      critical: 0,
    });
    expect(body.on_test.data).toMatchObject([
      { site_id: assigned.id, site_name: assigned.name, ends_at, reason: 'Maintenance' },
    ]);
    expect(body.silent.data).toContainEqual({
      device_id: silent.id,
      name: 'Panel of the office',
      type: 'alarm-panel',
      site_id: assigned.id,
      site_name: assigned.name,
      last_seen_at: null,
    });
    expect(body.tenant_name).toMatch(/^Acme/);
    expect([body.at, body.since]).toEqual([ago(0), ago(12 * HOUR)]);
    // The time decides, not the timer.
    guard.clock.advance(HOUR + 1_000);
    const later = (await read('operator')).body;
    expect(later.parked.data).toEqual([]);
    expect(later.open.data.map(({ id }: { id: string }) => id)).toContain(parked.id);
  });

  test('A deadline that somebody has moved is there, with who asked for it, until when', async () => {
    const windows = [{ weekdays: ['monday'], from: '00:00', to: '23:00' }];
    const json = { name: 'Closed', site_id: assigned.id, kind: 'closing', windows };
    const { body: supervision } = await as('admin', 'POST /api/v1/supervisions', { json });
    const path = `/api/v1/supervisions/${supervision.id}/extensions`;
    const daysToMonday = (8 - guard.clock.now.getUTCDay()) % 7 || 7;
    guard.clock.advance(daysToMonday * 24 * HOUR - (guard.clock.now.getTime() % (24 * HOUR)) + 20 * HOUR);
    const until = formatTimestamp(new Date(guard.clock.now.getTime() + 6 * HOUR));
    const extend = { json: { until, note: 'Stocktaking' } };
    expect((await as('operator', `POST ${path}`, extend)).status).toBe(200);
    expect((await read('operator')).body.extended).toEqual({
      data: [
        {
          supervision_id: supervision.id,
          name: 'Closed',
          kind: 'closing',
          site_id: assigned.id,
          site_name: assigned.name,
          until,
          note: 'Stocktaking',
          by: { id: operator.id, name: operator.name },
        },
      ],
      capped: false,
    });
  });

  test('A list has at most 100 entries, and says that there are more', async () => {
    const site = (await as('master', 'POST /api/v1/sites', { json: { name: 'Storm' } })).body;
    for (let batch = 0; batch < 5; batch += 1) {
      const events = Array.from({ length: 25 }, (_, place) => ({
        action: 'raise',
        site_id: site.id,
        type: 'tamper',
        severity: 'info',
        message: `Storm ${batch} ${place}`,
      }));
      await as('master', 'POST /api/v1/reports', { json: { events } });
    }
    const { body } = await read('master');
    expect([body.open.data.length, body.open.capped]).toEqual([100, true]);
    expect((await read('operator')).body.open.capped).toBe(false);
  });

  test('A handover looks back at most a week, and says so', async () => {
    expect((await read('operator', sinceQuery(7 * 24 * HOUR))).status).toBe(200);
    const { status, body } = await read('operator', sinceQuery(7 * 24 * HOUR + 10 * MINUTE));
    expect([status, body.errors]).toEqual([422, { since: ['The since field must be at most 7 days ago.'] }]);
    expect((await read('operator', '?since=yesterday')).status).toBe(422);
  });

  test('Viewers read no handover, and a platform admin names the tenant', async () => {
    expect((await read('viewer')).status).toBe(403);
    expect((await read('platform')).body.errors).toEqual({ tenant_id: ['The tenant_id field is required.'] });
    expect((await read('master', `?tenant_id=${MISSING_ID}`)).status).toBe(404);
  });
});

describe('POST /api/v1/handover/notes', () => {
  test('The next shift reads the notes since its last one, newest first', async () => {
    await note('operator', 'Too old');
    guard.clock.advance(13 * HOUR);
    const { status, body } = await note('operator', '  The keyholder is away\nuntil Monday ');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      text: 'The keyholder is away\nuntil Monday',
      site_id: null,
      by: { id: operator.id, name: operator.name },
      at: ago(0),
    });
    guard.clock.advance(HOUR);
    const { body: newer } = await note('master', 'A second one');
    expect((await read('admin')).body.notes).toEqual({ data: [newer, body], capped: false });
    expect((await read('admin', sinceQuery(24 * HOUR))).body.notes.data).toHaveLength(3);
  });

  test('A note about a site is read by those who see the site, and only they write it', async () => {
    const { body: there } = await note('master', 'The gate is broken', { site_id: elsewhere.id });
    guard.clock.advance(1_000);
    const { body: here } = await note('operator', 'The code changed', { site_id: assigned.id });
    expect([there.site_name, here.site_name]).toEqual([elsewhere.name, assigned.name]);
    expect((await read('operator')).body.notes.data).toEqual([here]);
    expect((await read('master')).body.notes.data).toEqual([here, there]);
    expect((await note('operator', 'x', { site_id: elsewhere.id })).status).toBe(404);
    expect((await note('master', 'x', { site_id: MISSING_ID })).status).toBe(404);
  });

  test('Whoever may acknowledge leaves notes, once for each Idempotency-Key', async () => {
    expect((await note('viewer', 'x')).status).toBe(403);
    expect((await note('admin', 'x')).status).toBe(403);
    expect((await note('operator', ' ')).status).toBe(422);
    expect((await note('operator', 'x'.repeat(2_001))).status).toBe(422);
    const options = { json: { text: 'Once' }, headers: { 'Idempotency-Key': 'once' } };
    const first = await as('operator', 'POST /api/v1/handover/notes', options);
    const again = await as('operator', 'POST /api/v1/handover/notes', options);
    expect(again.body).toEqual(first.body);
    expect((await read('operator')).body.notes.data).toHaveLength(1);
    const path = `POST /api/v1/handover/notes?tenant_id=${MISSING_ID}`;
    expect((await as('platform', path, { json: { text: 'x' } })).status).toBe(404);
  });
});
