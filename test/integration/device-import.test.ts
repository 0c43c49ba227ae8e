import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CallAs, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { race } from '../support/race.ts';
import type { Answer } from '../support/send-request.ts';

let guard: TestGuard;
let as: CallAs;
let siteId: string;
let count = 0;
const serial = () => `S-${++count}`;

beforeAll(async () => {
  guard = await startGuard({ settings: { apiRequestsPerMinute: 5 } });
  as = await signInCallers(guard);
  siteId = (await as('admin', 'POST /api/v1/sites', { json: { name: 'Warehouse' } })).body.id;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});
afterEach(() => guard.clock.advance(60_000));

const row = (fields: object = {}) => ({ site_id: siteId, name: 'Gate', type: 'camera', ...fields });
const send = (...devices: unknown[]) => as('admin', 'POST /api/v1/devices/import', { json: { devices } });
const statuses = ({ body }: Answer) => body.results.map(({ status }: { status: number }) => status);
const ids = ({ body }: Answer) => body.results.map(({ device }: { device: { id: string } }) => device.id);

test('Repeating an import of devices returns the existing devices unchanged, even if other fields are sent', async () => {
  const rows = [row({ serial: serial(), heartbeat_seconds: 300 }), row({ serial: serial() })];
  const first = await send(...rows);
  expect(statuses(first)).toEqual([201, 201]);
  expect(first.body.results[0].device).toMatchObject(rows[0] ?? {});
  const other = rows.map((it) => ({ ...it, name: 'Renamed' }));
  const repeated = await send(...other, ...other);
  expect(statuses(repeated)).toEqual([200, 200, 200, 200]);
  expect(ids(repeated)).toEqual([...ids(first), ...ids(first)]);
  expect(repeated.body.results[0].device).toEqual(first.body.results[0].device);
});

test('A device that an import refuses does not affect the others, and its errors name the fields', async () => {
  const zone_id = MISSING_ID;
  const answer = await send(
    row(),
    row({ serial: serial(), zone_id }),
    row({ serial: serial(), site_id: MISSING_ID }),
    row({ serial: serial(), heartbeat_seconds: 300, last_seen_at: null }),
    row({ serial: serial(), status: 'online' }),
    'nonsense',
    row({ serial: serial(), colour: 'red' }),
    row({ serial: serial() }),
  );
  expect(answer.status).toBe(200);
  expect(statuses(answer)).toEqual([422, 422, 422, 422, 422, 422, 422, 201]);
  const fields = answer.body.results.slice(0, 7).map((it: Answer['body']) => Object.keys(it.error.errors));
  expect(fields).toEqual(
    ['serial', 'zone_id', 'site_id', 'last_seen_at', 'status', 'device', 'colour'].map((it) => [it]),
  );
});

test('A platform admin can import devices of several tenants at once; each belongs to the tenant of its site', async () => {
  const foreign = (await as('globex', 'GET /api/v1/sites')).body.data[0];
  const devices = [row({ serial: serial() }), row({ serial: serial(), site_id: foreign.id })];
  const { body } = await as('platform', 'POST /api/v1/devices/import', { json: { devices } });
  const tenants = body.results.map(({ device }: { device: { tenant_id: string } }) => device.tenant_id);
  expect(tenants[1]).toBe(foreign.tenant_id);
  expect(tenants[0]).not.toBe(foreign.tenant_id);
});

test('An import of devices treats a foreign tenant’s site as unknown, and a serial in use there as free', async () => {
  const { body } = await as('globex', 'GET /api/v1/sites');
  const foreign = body.data[0].id;
  const taken = serial();
  await as('globex', `POST /api/v1/sites/${foreign}/devices`, {
    json: { name: 'x', type: 'y', serial: taken },
  });
  expect(statuses(await send(row({ serial: taken, site_id: foreign }), row({ serial: taken })))).toEqual([
    422, 201,
  ]);
});

test('Two concurrent imports of the same devices create each device once', async () => {
  for (const round of [0, 1, 2, 3]) {
    const rows = Array.from({ length: 4 }, () => row({ serial: serial() }));
    const [one, other] = await race(
      round,
      () => send(...rows),
      () => send(...rows.toReversed()),
    );
    expect(ids(other).toReversed()).toEqual(ids(one));
    expect([...statuses(one), ...statuses(other)].sort()).toEqual([200, 200, 200, 200, 201, 201, 201, 201]);
    guard.clock.advance(60_000);
  }
});

test('A serial is free for an import of devices after its device is deleted or gets another serial', async () => {
  const [kept, freed] = [serial(), serial()];
  const [one, other] = ids(await send(row({ serial: kept }), row({ serial: freed })));
  await as('admin', `DELETE /api/v1/devices/${one}`);
  await as('admin', `PATCH /api/v1/devices/${other}`, { json: { serial: serial() } });
  expect(statuses(await send(row({ serial: kept }), row({ serial: freed })))).toEqual([201, 201]);
});

test('Imports of devices have a rate limit of their own, and do not count towards that of other requests', async () => {
  const limited = await Promise.all(Array.from({ length: 7 }, () => send(row())));
  expect(limited.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect((await as('admin', 'GET /api/v1/sites')).status).toBe(200);
});
