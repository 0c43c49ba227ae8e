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
