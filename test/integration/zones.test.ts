import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallAs, type Caller, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { playRounds, raceWithEachWinner } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

let guard: TestGuard;
let as: CallAs;
/** Demo sites: one of the operator's, one of Acme that is not, one of Globex. */
let sites: Record<'assigned' | 'unassigned' | 'foreign', string>;
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  const acme = await listAll(as, 'master', '/api/v1/sites');
  const [foreign] = await listAll(as, 'globex', '/api/v1/sites');
  sites = { assigned: acme.at(-1).id, unassigned: acme[0].id, foreign: foreign.id };
});
afterAll(() => guard.stop());

const newSite = async () => (await as('admin', 'POST /api/v1/sites', { json: { name: 'Site' } })).body;
const create = (siteId: string, json: unknown = { name: 'Zone' }, caller: Caller = 'admin') =>
  as(caller, `POST /api/v1/sites/${siteId}/zones`, { json });
const newZone = async (siteId: string) => (await create(siteId)).body;

describe('POST /api/v1/sites/{site_id}/zones', () => {
  test('A new zone belongs to the site and has a Location and an ETag', async () => {
    const answer = await create(sites.assigned, { name: '  Vault 🚨 ' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      tenant_id: expect.any(String),
      site_id: sites.assigned,
      name: 'Vault 🚨',
      created_at: '2026-11-20T12:00:30.000+00:00',
      updated_at: '2026-11-20T12:00:30.000+00:00',
    });
    expect(answer.headers.get('location')).toBe(`${guard.url}/api/v1/zones/${answer.body.id}`);
    const read = await as('operator', `GET /api/v1/zones/${answer.body.id}`);
    expect([read.status, read.body]).toEqual([200, answer.body]);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
  });

  test.each<[string, unknown, string[]]>([
    ['no name', {}, ['name']],
    ['a blank name', { name: ' \t' }, ['name']],
    ['unknown fields', { name: 'x', site_id: 'y', id: 'z' }, ['site_id', 'id']],
    ['an array', [], ['body']],
  ])('Creating a zone answers 422 to %s', async (_, json, fields) => {
    const answer = await create(sites.assigned, json);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });
});

describe('GET /api/v1/sites/{site_id}/zones', () => {
  test('The list of a site’s zones has no zones of other sites, newest first, in pages forward and back', async () => {
    const site = await newSite();
    const ids: string[] = [];
    for (let place = 0; place < 7; place++) {
      ids.unshift((await newZone(site.id)).id);
      guard.clock.advance(1);
    }
    const path = `/api/v1/sites/${site.id}/zones?limit=3`;
    expect((await listAll(as, 'admin', path)).map(({ id }) => id)).toEqual(ids);
    const first = (await as('admin', `GET ${path}`)).body;
    const second = (await as('admin', `GET ${path}&cursor=${first.meta.next_cursor}`)).body;
    const back = (await as('admin', `GET ${path}&cursor=${second.meta.prev_cursor}`)).body;
    expect(back.data).toEqual(first.data);
    expect([back.meta.prev_cursor, back.links.prev]).toEqual([null, null]);
    expect(first.meta.path).toBe(`${guard.url}/api/v1/sites/${site.id}/zones`);
  });

  test('The list of a site’s zones rejects a cursor of another site’s list', async () => {
    const { body } = await as('master', `GET /api/v1/sites/${sites.assigned}/zones?limit=1`);
    const cursor = body.meta.next_cursor;
    const answer = await as('master', `GET /api/v1/sites/${sites.unassigned}/zones?limit=1&cursor=${cursor}`);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['cursor']]);
  });
});

describe('PATCH /api/v1/zones/{zone_id}', () => {
  test('A PATCH of a zone changes its name', async () => {
    const zone = await newZone(sites.assigned);
    guard.clock.advance(1000);
    const answer = await as('master', `PATCH /api/v1/zones/${zone.id}`, { json: { name: ' After ' } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...zone, name: 'After', updated_at: answer.body.updated_at });
    expect(answer.body.updated_at > zone.updated_at).toBe(true);
    expect((await as('master', `GET /api/v1/zones/${zone.id}`)).body).toEqual(answer.body);
  });

  test.each<[string, unknown, string[]]>([
    ['an empty body', {}, ['body']],
    ['another site', { site_id: MISSING_ID }, ['site_id']],
  ])('Changing a zone answers 422 to %s', async (_, json, fields) => {
    const zone = await newZone(sites.assigned);
    const answer = await as('master', `PATCH /api/v1/zones/${zone.id}`, { json });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });
});

describe('DELETE /api/v1/zones/{zone_id}', () => {
  test('A zone cannot be deleted until its last device is deleted', async () => {
    const site = await newSite();
    const zone = await newZone(site.id);
    const json = { name: 'Sensor', type: 'motion-sensor', zone_id: zone.id };
    const { body: device } = await as('admin', `POST /api/v1/sites/${site.id}/devices`, { json });
    const refused = await as('admin', `DELETE /api/v1/zones/${zone.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'zone_not_empty']);
    expect((await as('admin', `DELETE /api/v1/devices/${device.id}`)).status).toBe(204);
    expect((await as('admin', `DELETE /api/v1/zones/${zone.id}`)).status).toBe(204);
  });

  test('If several requests delete a zone at once, its site counts one zone less only', async () => {
    const site = await newSite();
    const [zone] = [await newZone(site.id), await newZone(site.id)];
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => as('admin', `DELETE /api/v1/zones/${zone?.id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      204,
      ...Array.from({ length: 5 }, () => 404),
    ]);
    expect((await as('admin', `DELETE /api/v1/sites/${site.id}`)).body.code).toBe('site_not_empty');
  });
});

test('Either creating a zone or deleting its site succeeds, never both', async () => {
  const outcomes = new Map<string, number>();
  await playRounds(repetitions({ few: 8, many: 120 }), async (round) => {
    const site = await newSite();
    const [created, deleted] = await raceWithEachWinner(
      round,
      () => create(site.id),
      async () => {
        // A deletion takes fewer steps. Once it has read something else first, the creation can win.
        if (round % 4 === 2) await as('admin', `GET /api/v1/sites/${site.id}`);
        return as('admin', `DELETE /api/v1/sites/${site.id}`);
      },
    );
    const outcome = `${created.status} ${deleted.status}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (created.status === 201) {
      expect(deleted.body.code).toBe('site_not_empty');
      expect((await as('admin', `DELETE /api/v1/zones/${created.body.id}`)).status).toBe(204);
      expect((await as('admin', `DELETE /api/v1/sites/${site.id}`)).status).toBe(204);
    } else {
      expect((await as('admin', `GET /api/v1/sites/${site.id}/zones`)).status).toBe(404);
    }
  });
  expect([...outcomes.keys()].sort()).toEqual(['201 409', '404 204']);
});

test('After all tests of zones the counters are right and no item is orphaned', async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
});
