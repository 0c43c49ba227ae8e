import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { repetitions } from '../support/repetitions.ts';

let guard: TestGuard;
let as: CallAs;
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
});
afterAll(() => guard.stop());

const create = async (json: unknown = { name: 'New Site' }) => as('admin', 'POST /api/v1/sites', { json });

describe('POST /api/v1/sites', () => {
  test('A new site belongs to the caller’s tenant and has a Location and an ETag', async () => {
    const answer = await create({ name: '  Gate 7 ', address: 'Gate 7', timezone: 'Asia/Kolkata' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ name: 'Gate 7', address: 'Gate 7', timezone: 'Asia/Kolkata' });
    expect(answer.headers.get('location')).toBe(`${guard.url}/api/v1/sites/${answer.body.id}`);
    const read = await as('master', `GET /api/v1/sites/${answer.body.id}`);
    expect(read.body).toEqual(answer.body);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
    expect((await as('operator', `GET /api/v1/sites/${answer.body.id}`)).status).toBe(404);
  });

  test.each(['Europe/Kyiv', 'Europe/Kiev'])(
    'A time zone that is given in any case is stored with its usual capitals, and its old names are kept: %s',
    async (timezone) => {
      const sent = { name: 'Depot', timezone: timezone.toLowerCase() };
      const { body } = await create(sent);
      expect(body.timezone).toBe(timezone);
      const changed = await as('master', `PATCH /api/v1/sites/${body.id}`, {
        json: { timezone: 'ASIA/calcutta' },
      });
      expect(changed.body.timezone).toBe('Asia/Calcutta');
    },
  );

  test('A new site needs only a name', async () => {
    expect((await create()).body).toMatchObject({ address: null, timezone: 'UTC' });
  });

  test.each<[string, unknown, string[]]>([
    ['no name', {}, ['name']],
    ['a blank name', { name: '  ' }, ['name']],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, ['name']],
    ['an offset for a time zone', { name: 'x', timezone: '+01:00' }, ['timezone']],
    ['a time zone that does not exist', { name: 'x', timezone: 'Mars/Olympus' }, ['timezone']],
    ['an abbreviation for a time zone', { name: 'x', timezone: 'BST' }, ['timezone']],
    ['unknown fields', { name: 'x', tenant_id: 'y', id: 'z' }, ['tenant_id', 'id']],
  ])('Creating a site answers 422 to %s', async (_, json, fields) => {
    const answer = await create(json);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });

  test('A platform admin must name an existing tenant to create a site', async () => {
    const json = { name: 'Remote' };
    const tenantId = (await as('globex', 'GET /api/v1/auth/me')).body.tenant_id;
    expect((await as('platform', 'POST /api/v1/sites', { json })).status).toBe(422);
    const created = await as('platform', `POST /api/v1/sites?tenant_id=${tenantId}`, { json });
    expect([created.status, created.body.tenant_id]).toEqual([201, tenantId]);
    const missing = await as(
      'platform',
      'POST /api/v1/sites?tenant_id=019a0000-0000-7000-8000-000000000000',
      { json },
    );
    expect(missing.status).toBe(404);
    expect((await as('master', `POST /api/v1/sites?tenant_id=${tenantId}`, { json })).status).toBe(404);
  });
});

describe('PATCH /api/v1/sites/{site_id}', () => {
  test('A PATCH of a site changes only the fields of its body', async () => {
    const { body: site } = await create({ name: 'Before', address: 'Somewhere' });
    guard.clock.advance(1000);
    const answer = await as('master', `PATCH /api/v1/sites/${site.id}`, { json: { name: 'After' } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...site, name: 'After', updated_at: answer.body.updated_at });
    expect(answer.body.updated_at > site.updated_at).toBe(true);
    const cleared = await as('master', `PATCH /api/v1/sites/${site.id}`, { json: { address: null } });
    expect(cleared.body.address).toBeNull();
  });

  test.each<[string, unknown, string[]]>([
    ['an empty body', {}, ['body']],
    ['an unknown field', { title: 'x' }, ['title']],
    ['a null name', { name: null }, ['name']],
  ])('Changing a site answers 422 to %s', async (_, json, fields) => {
    const { body: site } = await create();
    const answer = await as('master', `PATCH /api/v1/sites/${site.id}`, { json });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });

  test('Without If-Match racing changes of different fields of a site are all kept', async () => {
    for (let round = 0; round < repetitions({ few: 2, many: 20 }); round++) {
      const { body: site } = await create();
      const request = `PATCH /api/v1/sites/${site.id}`;
      await Promise.all(
        [{ name: 'Raced' }, { address: 'Raced' }, { timezone: 'Europe/Oslo' }].map((json) =>
          as('master', request, { json }),
        ),
      );
      expect((await as('master', `GET /api/v1/sites/${site.id}`)).body).toMatchObject({
        name: 'Raced',
        address: 'Raced',
        timezone: 'Europe/Oslo',
      });
    }
  });
});

describe('DELETE /api/v1/sites/{site_id}', () => {
  test('Deleting a site keeps its alerts', async () => {
    const { body: site } = await create();
    const json = { site_id: site.id, type: 'fire', severity: 'high', message: 'Smoke' };
    const { body: alert } = await as('master', 'POST /api/v1/alerts', { json });
    expect((await as('master', `DELETE /api/v1/sites/${site.id}`)).status).toBe(204);
    expect((await as('master', `GET /api/v1/alerts/${alert.id}`)).body).toEqual(alert);
  });
});
