import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
beforeAll(async () => {
  guard = await startGuard();
});
afterAll(() => guard.stop());

async function names(email: string, query = ''): Promise<string[]> {
  const { body } = await guard.call(`GET /api/v1/sites${query}`, { token: await guard.signIn(email) });
  return body.data.map(({ name }: { name: string }) => name);
}

describe('GET /api/v1/sites', () => {
  test('The site list shows the sites in the scope of each role, newest first', async () => {
    const stations = Array.from({ length: 18 }, (_, place) => `Pump Station ${18 - place}`);
    const acme = [
      ...['Old Mill Archive', 'Airport Kiosk', 'North Depot'],
      ...stations.map((name) => name.replace(/ (.)$/, ' 0$1')),
      ...['City Office', 'Harbour Warehouse'],
    ];
    const globex = ['Data Centre', 'Headquarters'];
    expect(await names('platform@guard.test', '?limit=100')).toEqual([...globex, ...acme]);
    expect(await names('master@acme.test', '?limit=100')).toEqual(acme);
    expect(await names('admin@acme.test', '?limit=100')).toEqual(acme);
    expect(await names('operator@acme.test')).toEqual(['City Office', 'Harbour Warehouse']);
    expect(await names('viewer@acme.test')).toEqual(['North Depot', 'City Office']);
    expect(await names('operator@globex.test')).toEqual(['Headquarters']);
  });

  test.each(['platform@guard.test', 'master@acme.test', 'operator@acme.test'])(
    'The site list is paged forward and back for %s',
    async (email) => {
      const token = await guard.signIn(email);
      const page = async (query: string) =>
        (await guard.call(`GET /api/v1/sites?limit=1${query}`, { token })).body;
      const first = await page('');
      const second = await page(`&cursor=${first.meta.next_cursor}`);
      expect(second.data).toHaveLength(1);
      expect(second.data).not.toEqual(first.data);
      const back = await page(`&cursor=${second.meta.prev_cursor}`);
      expect(back.data).toEqual(first.data);
      expect(back.meta.prev_cursor).toBeNull();
    },
  );

  test('The site list contains all fields of a site', async () => {
    const token = await guard.signIn('operator@acme.test');
    const { body } = await guard.call('GET /api/v1/sites', { token });
    expect(Object.keys(body.data[0])).toEqual([
      'id',
      'tenant_id',
      'name',
      'address',
      'timezone',
      'escalation',
      'instructions',
      'created_at',
      'updated_at',
    ]);
  });
});

test('An id may be sent in capital letters in a path, a query, a body, and for the next page of a list', async () => {
  const token = await guard.signIn('master@acme.test');
  const site = (await guard.call('GET /api/v1/sites?limit=1', { token })).body.data[0];
  const [id, tenantId] = [site.id.toUpperCase(), site.tenant_id.toUpperCase()];
  expect((await guard.call(`GET /api/v1/sites/${id}`, { token })).body).toMatchObject(site);
  const changed = await guard.call(`PATCH /api/v1/sites/${id}`, { token, json: { name: site.name } });
  expect([changed.status, changed.body.id]).toEqual([200, site.id]);
  const raised = { type: 'panic', severity: 'high', message: 'x' };
  const json = { site_id: id, device_id: null, zone_id: null, ...raised };
  for (const _ of [1, 2]) {
    const { status, body } = await guard.call('POST /api/v1/alerts', { token, json });
    expect([status, body.site_id]).toEqual([201, site.id]);
  }
  const list = (path: string) => guard.call(`GET /api/v1/sites/${path}`, { token });
  const query = `limit=1&tenant_id=${tenantId}`;
  const { body: page } = await list(`${id}/alerts?${query}`);
  const next = await list(`${site.id}/alerts?${query}&cursor=${page.meta.next_cursor}`);
  expect([page, next.body].map(({ data }) => data[0].site_id)).toEqual([site.id, site.id]);
});

test('A site’s name must be one line of visible characters, and is stored with composed letters', async () => {
  const token = await guard.signIn('master@acme.test');
  const create = (name: string) => guard.call('POST /api/v1/sites', { token, json: { name } });
  for (const name of ['\u200b', '\u3164', '\u2800', 'Gate\r\nBcc: x', 'Gate\u202e']) {
    expect((await create(name)).status).toBe(422);
  }
  const site = (await create('Cafe\u0301 Nord')).body;
  expect(site.name).toBe('Café Nord');
  expect((await guard.call(`DELETE /api/v1/sites/${site.id}`, { token })).status).toBe(204);
});

type Sent = NonNullable<NonNullable<Parameters<typeof fetch>[1]>['body']>;

test('A body that is not UTF-8, is compressed or has a field twice is rejected; one with a byte order mark is accepted', async () => {
  const token = await guard.signIn('master@acme.test');
  const send = async (body: Sent, headers: Record<string, string> = {}) => {
    const response = await fetch(`${guard.url}/api/v1/sites`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    });
    return {
      status: response.status,
      body: (await response.json()) as { code: string; message: string; id: string },
    };
  };
  expect((await send(Buffer.from('{"name":"M\xfcller"}', 'latin1'))).status).toBe(400);
  expect((await send(gzipSync('{"name":"Mill"}'), { 'Content-Encoding': 'gzip' })).status).toBe(415);
  const repeated = await send('{"name":"A","name":"B"}');
  expect([repeated.status, repeated.body.message]).toEqual([422, 'The name field must be given once.']);
  const marked = await send('\ufeff{"name":"Mill"}');
  expect(marked.status).toBe(201);
  await guard.call(`DELETE /api/v1/sites/${marked.body.id}`, { token });
});
