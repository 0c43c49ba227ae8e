import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallAs, type Caller, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let as: CallAs;
/** Every device of the service, newest first, and the ids of all sites by name. */
let devices: { id: string; tenant_id: string; site_id: string; type: string; status: string }[];
let siteIds: Record<string, string>;
let tenantIds: Record<'acme' | 'globex', string>;
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  const sites = await listAll(as, 'platform', '/api/v1/sites');
  siteIds = Object.fromEntries(sites.map(({ name, id }) => [name, id]));
  devices = await Promise.all(
    sites.flatMap(({ id }) => listAll(as, 'platform', `/api/v1/sites/${id}/devices`)),
  )
    .then((lists) => lists.flat())
    .then((found) => found.sort((a, b) => (a.id < b.id ? 1 : -1)));
  const me = async (caller: Caller) => (await as(caller, 'GET /api/v1/auth/me')).body;
  tenantIds = { acme: (await me('master')).tenant_id, globex: (await me('globex')).tenant_id };
});
afterAll(() => guard.stop());

const site = (name: string) => siteIds[name] ?? MISSING_ID;

/** The devices in a caller's scope, with the site names if the scope is not a whole tenant. */
const REACHES: Record<Caller, readonly string[] | 'acme' | 'globex' | 'all'> = {
  platform: 'all',
  master: 'acme',
  admin: 'acme',
  globex: 'globex',
  operator: ['Harbour Warehouse', 'City Office'],
  viewer: ['City Office', 'North Depot'],
};
/** One for each kind of scope. */
const CALLERS: readonly Caller[] = ['platform', 'globex', 'operator'];

function expected(caller: Caller, filters: Readonly<Record<string, string>>) {
  const scope = REACHES[caller];
  return devices.filter((device) => {
    const isInScope =
      scope === 'all' ||
      (typeof scope === 'string'
        ? device.tenant_id === tenantIds[scope]
        : scope.map(site).includes(device.site_id));
    return isInScope && Object.entries(filters).every(([name, value]) => Reflect.get(device, name) === value);
  });
}

const TYPES = [undefined, 'panic-button'];
const STATUSES = [undefined, 'online', 'offline', 'unknown'];
const SITES = [undefined, 'City Office', 'Headquarters'];
const TENANTS = [undefined, 'acme', 'globex'] as const;

describe.each(CALLERS)('GET /api/v1/devices of the %s', (caller) => {
  test('A device list contains exactly the matching devices for every combination of type, status and site, over all pages', async () => {
    for (const type of TYPES) {
      for (const status of STATUSES) {
        for (const name of SITES) {
          const filters = {
            ...(type ? { type } : {}),
            ...(status ? { status } : {}),
            ...(name ? { site_id: site(name) } : {}),
          };
          const query = new URLSearchParams({ ...filters, limit: name ? '5' : '19' });
          expect(await listAll(as, caller, `/api/v1/devices?${query}`)).toEqual(expected(caller, filters));
        }
      }
    }
  });

  test('A device list filtered by tenant, with or without a site, contains only devices in the caller’s scope', async () => {
    for (const tenant of TENANTS) {
      for (const name of SITES) {
        const filters = {
          ...(tenant ? { tenant_id: tenantIds[tenant] } : {}),
          ...(name ? { site_id: site(name) } : {}),
        };
        const query = new URLSearchParams({ ...filters, limit: '100' });
        expect(await listAll(as, caller, `/api/v1/devices?${query}`)).toEqual(expected(caller, filters));
      }
    }
  });

  test('The prev links of a device list lead back over the same pages', async () => {
    const path = '/api/v1/devices?status=unknown&limit=4';
    const pages = [(await as(caller, `GET ${path}`)).body];
    while (pages.length < 3) {
      pages.push((await as(caller, `GET ${path}&cursor=${pages.at(-1).meta.next_cursor}`)).body);
    }
    for (let place = 2; place > 0; place--) {
      const back = (await as(caller, `GET ${path}&cursor=${pages[place].meta.prev_cursor}`)).body;
      expect(back.data).toEqual(pages[place - 1].data);
      if (place === 1) expect([back.meta.prev_cursor, back.links.prev]).toEqual([null, null]);
    }
  });
});

describe('GET /api/v1/sites/{site_id}/devices', () => {
  test.each(['platform', 'operator'] as const)(
    'A site’s device list contains exactly the devices that match type and status for the %s',
    async (caller) => {
      for (const type of TYPES) {
        for (const status of STATUSES) {
          const filters = { ...(type ? { type } : {}), ...(status ? { status } : {}) };
          const id = site('City Office');
          const query = new URLSearchParams({ ...filters, limit: '5' });
          expect(await listAll(as, caller, `/api/v1/sites/${id}/devices?${query}`)).toEqual(
            expected(caller, { ...filters, site_id: id }),
          );
        }
      }
    },
  );
});

describe('device lists', () => {
  test('A device list does not reveal whether a foreign or unassigned site exists', async () => {
    for (const name of ['Headquarters', 'Old Mill Archive', 'none']) {
      const { status, body } = await as('operator', `GET /api/v1/devices?site_id=${site(name)}`);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          data: [],
          links: { first: null, last: null, prev: null, next: null },
          meta: { path: `${guard.url}/api/v1/devices`, per_page: 20, next_cursor: null, prev_cursor: null },
        },
      });
    }
  });

  test('The links of a device list keep its filters and limit', async () => {
    const id = site('City Office');
    const { body } = await as('operator', `GET /api/v1/devices?site_id=${id}&status=unknown&limit=2`);
    expect(Object.fromEntries(new URL(body.links.next).searchParams)).toEqual({
      site_id: id,
      status: 'unknown',
      limit: '2',
      cursor: body.meta.next_cursor,
    });
  });

  test.each([
    ['type=Panic%20Button', 'type'],
    ['status=broken', 'status'],
    ['site_id=here', 'site_id'],
    ['zone_id=019a0000-0000-7000-8000-000000000000', 'zone_id'],
    ['limit=0', 'limit'],
    ['cursor=abc', 'cursor'],
  ])('A device list answers 422 to ?%s', async (query, field) => {
    const answer = await as('master', `GET /api/v1/devices?${query}`);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  test('A device list rejects a cursor of another filter, site or user', async () => {
    const { body } = await as('master', 'GET /api/v1/devices?status=unknown&limit=1');
    const cursor = body.meta.next_cursor;
    for (const [caller, query] of [
      ['master', 'status=offline'],
      ['master', `status=unknown&site_id=${site('City Office')}`],
      ['admin', 'status=unknown'],
      ['platform', 'status=unknown'],
    ] as const) {
      const answer = await as(caller, `GET /api/v1/devices?${query}&limit=1&cursor=${cursor}`);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['cursor']]);
    }
  });

  test('A device is in exactly the lists that match its current fields', async () => {
    const old = { type: 'old-type', status: 'unknown' };
    const now = { type: 'new-type', status: 'offline' };
    const json = { name: 'Changed', type: old.type };
    const { body } = await as('admin', `POST /api/v1/sites/${site('City Office')}/devices`, { json });
    await as('admin', `PATCH /api/v1/devices/${body.id}`, {
      json: { type: now.type, heartbeat_seconds: 60, site_id: site('North Depot') },
    });
    for (const caller of ['platform', 'viewer'] as const) {
      const found = async (query: Record<string, string>) =>
        (await listAll(as, caller, `/api/v1/devices?limit=100&${new URLSearchParams(query)}`)).some(
          ({ id }) => id === body.id,
        );
      expect(await found({})).toBe(true);
      for (const field of ['type', 'status'] as const) {
        expect(await found({ [field]: old[field] })).toBe(false);
        expect(await found({ [field]: now[field] })).toBe(true);
      }
      expect(await found({ ...now, type: old.type })).toBe(false);
      expect(await found({ ...now, status: old.status })).toBe(false);
      expect(await found(now)).toBe(true);
      expect(await found({ site_id: site('City Office') })).toBe(false);
      expect(await found({ ...now, site_id: site('North Depot') })).toBe(true);
    }
    await as('admin', `DELETE /api/v1/devices/${body.id}`);
    expect(await listAll(as, 'platform', '/api/v1/devices?type=new-type')).toEqual([]);
  });
});
