import * as z from 'zod';
import type { Counted } from './count-lists.ts';
import type { CountingProxy } from './counting-proxy.ts';
import type { BenchRequest, GuardUnderTest } from './guard-under-test.ts';
import type { TripTotals } from './trip.ts';

/** A tenant to measure in: its token, and a name that distinguishes its requests. */
export interface SizedTenant {
  readonly token: string;
  readonly name: string;
}

interface SizedRequest {
  readonly endpoint: string;
  readonly totals: TripTotals;
  /** How many read units more the request may take in a full tenant. */
  readonly pageReadUnits: number;
}

const createdSchema = z.object({ id: z.string() });

/** A list of an empty tenant reads nothing, so read units may differ by up to a page of 20. */
const PAGE_READ_UNITS = 6;

/** A list of users from an index reads half a unit more for each user of its page. */
const USER_PAGE_READ_UNITS = PAGE_READ_UNITS + 10;

/**
 * Counts every request of a tenant's administration in an empty tenant and in a full one. Creating, changing and
 * deleting must cost the same in both, and a list no more than its page.
 */
export async function countSizes(
  guard: GuardUnderTest,
  proxy: CountingProxy,
  empty: SizedTenant,
  full: SizedTenant,
): Promise<Counted> {
  // Loads the functions and opens their connections, which leaves the tenant empty again.
  await countTenant(guard, proxy, empty);
  const inEmpty = await countTenant(guard, proxy, empty);
  const inFull = await countTenant(guard, proxy, full);
  const pairs = inEmpty.map((before, place) => ({ before, after: inFull[place] ?? before }));
  return {
    rows: pairs.map(({ before, after }) => ({
      endpoint: before.endpoint,
      trips: `${before.totals.trips} → ${after.totals.trips}`,
      depth: `${before.totals.depth} → ${after.totals.depth}`,
      'read units': `${before.totals.readUnits} → ${after.totals.readUnits}`,
      'write units': `${before.totals.writeUnits} → ${after.totals.writeUnits}`,
    })),
    faults: pairs.flatMap(({ before, after }) => sizeFaults(before, after)),
  };
}

async function countTenant(
  guard: GuardUnderTest,
  proxy: CountingProxy,
  { token, name }: SizedTenant,
): Promise<SizedRequest[]> {
  const counted: SizedRequest[] = [];
  const count = async (
    endpoint: string,
    request: Omit<BenchRequest, 'token'>,
    pageReadUnits = 0,
  ): Promise<unknown> => {
    const { result, totals } = await proxy.count(() => guard.call({ ...request, token }));
    counted.push({ endpoint, totals, pageReadUnits });
    return result;
  };
  const get = (path: string, pageReadUnits = PAGE_READ_UNITS) =>
    count(`GET ${path}`, { method: 'GET', path: `/api/v1${path}` }, pageReadUnits);
  const create = async (endpoint: string, path: string, json: unknown): Promise<string> =>
    createdSchema.parse(await count(`POST ${endpoint}`, { method: 'POST', path: `/api/v1${path}`, json })).id;
  const change = (endpoint: string, path: string, json: unknown) =>
    count(`PATCH ${endpoint}`, { method: 'PATCH', path: `/api/v1${path}`, json });
  const remove = (endpoint: string, path: string) =>
    count(`DELETE ${endpoint}`, { method: 'DELETE', path: `/api/v1${path}` });

  for (const path of ['/sites', '/devices', '/devices?type=camera&status=online', '/users']) {
    await get(path);
  }
  const site = await create('/sites', '/sites', { name: 'Measured' });
  await change('/sites/{site_id}', `/sites/${site}`, { name: 'Changed!' });
  const zone = await create('/sites/{site_id}/zones', `/sites/${site}/zones`, { name: 'Measured' });
  const json = { name: 'Measured', type: 'camera', zone_id: zone, serial: `S-${name}` };
  const device = await create('/sites/{site_id}/devices', `/sites/${site}/devices`, json);
  await change('/devices/{device_id}', `/devices/${device}`, { zone_id: null });
  await remove('/devices/{device_id}', `/devices/${device}`);
  await remove('/zones/{zone_id}', `/zones/${zone}`);
  await remove('/sites/{site_id}', `/sites/${site}`);
  const person = {
    name: 'Measured',
    email: `${name}@bench.test`,
    role: 'viewer',
    password_login_enabled: false,
  };
  const user = await create('/users', '/users', person);
  await get('/users?role=viewer', USER_PAGE_READ_UNITS); // in no tenant an empty page, which needs one trip less
  await change('/users/{user_id}', `/users/${user}`, { role: 'operator' });
  await remove('/users/{user_id}', `/users/${user}`);
  return counted;
}

function sizeFaults(
  { endpoint, totals: empty, pageReadUnits }: SizedRequest,
  { totals: full }: SizedRequest,
) {
  const isSame =
    empty.trips === full.trips &&
    empty.depth === full.depth &&
    empty.writeUnits === full.writeUnits &&
    (pageReadUnits > 0
      ? full.readUnits <= empty.readUnits + pageReadUnits
      : full.readUnits === empty.readUnits);
  return isSame ? [] : [`${endpoint}: costs more in a full tenant than in an empty one`];
}
