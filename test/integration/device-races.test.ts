import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CallAs, listAll, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { LANES, playRounds, race, raceWithEachWinner } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';
import type { Answer } from '../support/send-request.ts';

const ROUNDS = repetitions({ few: 10, many: 80 });

let guard: TestGuard;
let as: CallAs;
/** Number of races by the statuses of both responses. */
let outcomes: Map<string, number>;
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});
beforeEach(() => {
  outcomes = new Map();
});

const newSite = async () => (await as('admin', 'POST /api/v1/sites', { json: { name: 'Site' } })).body;
const newZone = async (siteId: string) =>
  (await as('admin', `POST /api/v1/sites/${siteId}/zones`, { json: { name: 'Zone' } })).body;
const create = (siteId: string, fields = {}) =>
  as('admin', `POST /api/v1/sites/${siteId}/devices`, { json: { name: 'x', type: 'y', ...fields } });
const newDevice = async (siteId: string, fields = {}) => (await create(siteId, fields)).body;
const move = (id: string, json: unknown) => as('admin', `PATCH /api/v1/devices/${id}`, { json });
const remove = (path: string) => as('admin', `DELETE /api/v1/${path}`);

function record(...answers: Answer[]): string {
  const outcome = answers.map(({ status, body }) => body?.code ?? status).join(' | ');
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  return outcome;
}

/** Deletes a site with everything in it, which must leave nothing behind. */
async function takeDown(siteId: string): Promise<void> {
  for (const kind of ['devices', 'zones']) {
    for (const { id } of await listAll(as, 'admin', `/api/v1/sites/${siteId}/${kind}?limit=100`)) {
      expect((await remove(`${kind}/${id}`)).status).toBe(204);
    }
  }
  expect((await remove(`sites/${siteId}`)).status).toBe(204);
}

test(`Either creating a device or deleting its site succeeds, never both, ${ROUNDS} times`, async () => {
  await playRounds(ROUNDS, async (round) => {
    const site = await newSite();
    const [created, deleted] = await raceWithEachWinner(
      round,
      () => create(site.id),
      () => remove(`sites/${site.id}`),
    );
    record(created, deleted);
    if (created.status === 201) await takeDown(site.id);
  });
  expect([...outcomes.keys()].sort()).toEqual(['201 | site_not_empty', 'not_found | 204']);
});

test(`Either creating a device or deleting its zone succeeds, never both, ${ROUNDS} times`, async () => {
  const site = await newSite();
  const created: { id: string }[] = [];
  await playRounds(ROUNDS, async (round) => {
    const zone = await newZone(site.id);
    const [made, deleted] = await raceWithEachWinner(
      round,
      () => create(site.id, { zone_id: zone.id }),
      () => remove(`zones/${zone.id}`),
    );
    record(made, deleted);
    if (made.status === 201) created.push(made.body);
  });
  expect([...outcomes.keys()].sort()).toEqual(['201 | zone_not_empty', 'validation_failed | 204']);
  const listed = await listAll(as, 'admin', `/api/v1/sites/${site.id}/devices?limit=100`);
  expect(listed.map(({ id }) => id).sort()).toEqual(created.map(({ id }) => id).sort());
  await takeDown(site.id);
});

test(`Either moving a device to a zone or deleting that zone succeeds, never both, ${ROUNDS} times`, async () => {
  const site = await newSite();
  const devices = await Promise.all(Array.from({ length: LANES }, () => newDevice(site.id)));
  await playRounds(ROUNDS, async (round, lane) => {
    const zone = await newZone(site.id);
    const device = devices[lane];
    const [moved, deleted] = await raceWithEachWinner(
      round,
      () => move(device.id, { zone_id: zone.id }),
      () => remove(`zones/${zone.id}`),
    );
    if (record(moved, deleted) === '200 | zone_not_empty') {
      expect((await move(device.id, { zone_id: null })).status).toBe(200);
      expect((await remove(`zones/${zone.id}`)).status).toBe(204);
    }
  });
  expect([...outcomes.keys()].sort()).toEqual(['200 | zone_not_empty', 'validation_failed | 204']);
  await takeDown(site.id);
});

test(`Either moving a device to a site or deleting that site succeeds, never both, ${ROUNDS} times`, async () => {
  const home = await newSite();
  const devices = await Promise.all(Array.from({ length: LANES }, () => newDevice(home.id)));
  await playRounds(ROUNDS, async (round, lane) => {
    const site = await newSite();
    const device = devices[lane];
    const [moved, deleted] = await raceWithEachWinner(
      round,
      () => move(device.id, { site_id: site.id }),
      () => remove(`sites/${site.id}`),
    );
    if (record(moved, deleted) === '200 | site_not_empty') {
      expect((await move(device.id, { site_id: home.id })).status).toBe(200);
      expect((await remove(`sites/${site.id}`)).status).toBe(204);
    }
  });
  expect([...outcomes.keys()].sort()).toEqual(['200 | site_not_empty', 'validation_failed | 204']);
  await takeDown(home.id);
});

test('After racing moves, changes and deletions a device is in one place and counted there only', async () => {
  const [here, there] = [await newSite(), await newSite()];
  const [a, b, c] = [await newZone(here.id), await newZone(here.id), await newZone(there.id)];
  await playRounds(repetitions({ few: 8, many: 30 }), async (round) => {
    const device = await newDevice(here.id, { zone_id: a.id, serial: `before ${round}` });
    const answers = await Promise.all([
      move(device.id, { zone_id: b.id }),
      move(device.id, { site_id: there.id }),
      move(device.id, { site_id: there.id, zone_id: c.id }),
      move(device.id, { serial: `after ${round}` }),
      move(device.id, { site_id: here.id, zone_id: null }),
      ...(round % 2 === 0 ? [remove(`devices/${device.id}`)] : []),
    ]);
    for (const { status } of answers) expect([200, 204, 404, 422]).toContain(status);
    const { status } = await as('admin', `GET /api/v1/devices/${device.id}`);
    expect(status).toBe(round % 2 === 0 ? 404 : 200);
  });
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await takeDown(here.id);
  await takeDown(there.id);
});

test(`A report that names only the device raises its alert even while the device moves, ${ROUNDS} times`, async () => {
  const [here, there] = [await newSite(), await newSite()];
  const json = { name: 'Gateway' };
  const key = (await as('master', 'POST /api/v1/keys', { json })).body.key;
  const devices = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const { id } = await newDevice(here.id);
      const bound = (await as('master', 'POST /api/v1/keys', { json: { ...json, device_id: id } })).body.key;
      return { id, bound };
    }),
  );
  const event = { action: 'raise', type: 'intrusion', severity: 'critical', message: 'Door forced' };
  const moves = [there.id, here.id].map((site_id) => ({ site_id }));
  await playRounds(ROUNDS, async (round, lane) => {
    const { id, bound } = devices[lane] ?? {};
    const report = (token: string, events: object[]) =>
      guard.call('POST /api/v1/reports', { token, json: { events } });
    const [reports] = await race(
      round,
      () => Promise.all([report(bound, [event]), report(key, [{ ...event, device_id: id }])]),
      () => Promise.all(moves.map((place) => move(id, place))),
    );
    for (const { body } of reports) expect(body).toMatchObject({ results: [{ status: 201 }] });
  });
  await takeDown(here.id);
  await takeDown(there.id);
});
