import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let tokens: Record<'master' | 'admin' | 'operator' | 'viewer' | 'platform' | 'globex', string>;

beforeAll(async () => {
  guard = await startGuard();
  tokens = {
    master: await guard.signIn('master@acme.test'),
    admin: await guard.signIn('admin@acme.test'),
    operator: await guard.signIn('operator@acme.test'),
    viewer: await guard.signIn('viewer@acme.test'),
    platform: await guard.signIn('platform@guard.test'),
    globex: await guard.signIn('master@globex.test'),
  };
});
afterAll(() => guard.stop());

type Caller = keyof typeof tokens;

// biome-ignore lint/suspicious/noExplicitAny: response bodies
async function listAll(caller: Caller, path: string): Promise<any[]> {
  const found = [];
  let next: string | null = path;
  while (next) {
    const answer = await guard.call(`GET ${next}`, { token: tokens[caller] });
    expect(answer.status).toBe(200);
    found.push(...answer.body.data);
    next = answer.body.links.next?.slice(guard.url.length);
  }
  return found;
}

const post = (caller: Caller, path: string, json?: unknown) =>
  guard.call(`POST ${path}`, { token: tokens[caller], ...(json === undefined ? {} : { json }) });

describe('the alert list of a device', () => {
  const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
  const list = (path: string, query: string) => `${path}?device_id=${query}&limit=2`;
  const idsOf = (alerts: { id: string }[]) => alerts.map(({ id }) => id);

  /** A device with three alerts at a site of the operator, and two more after a move. */
  async function movedDevice() {
    const all = (await guard.call('GET /api/v1/sites?limit=100', { token: tokens.master })).body.data;
    const [here, second] = (await guard.call('GET /api/v1/sites', { token: tokens.operator })).body.data;
    const there = all.find(({ id }: { id: string }) => id !== here.id && id !== second.id);
    const created = await post('master', `/api/v1/sites/${here.id}/devices`, { name: 'Van', type: 'gps' });
    expect(created.status).toBe(201);
    const device = created.body;
    const raiseAt = async (site: { id: string }, type: string) => {
      guard.clock.advance(1);
      const json = { site_id: site.id, device_id: device.id, type, severity: 'low', message: 'Moved' };
      return (await post('master', '/api/v1/alerts', json)).body.id;
    };
    const before = [await raiseAt(here, 'fire'), await raiseAt(here, 'panic'), await raiseAt(here, 'fire')];
    const json = { site_id: there.id };
    const moved = await guard.call(`PATCH /api/v1/devices/${device.id}`, { token: tokens.master, json });
    expect(moved.status, moved.text).toBe(200);
    const after = [await raiseAt(there, 'fire'), await raiseAt(there, 'tamper')];
    return { device, here, there, before: before.reverse(), after: after.reverse() };
  }

  test('A device’s alert list shows each caller the alerts in their scope, even after the device moved', async () => {
    const { device, here, there, before, after } = await movedDevice();
    const all = [...after, ...before];
    for (const caller of ['platform', 'master', 'admin'] as const) {
      expect(idsOf(await listAll(caller, list('/api/v1/alerts', device.id)))).toEqual(all);
      const path = (site: { id: string }) => `/api/v1/sites/${site.id}/alerts`;
      expect(idsOf(await listAll(caller, list(path(here), device.id)))).toEqual(before);
      expect(idsOf(await listAll(caller, list(path(there), device.id)))).toEqual(after);
    }
    expect(idsOf(await listAll('operator', list('/api/v1/alerts', device.id)))).toEqual(before);
    expect(await listAll('globex', list('/api/v1/alerts', device.id))).toEqual([]);
    const fires = [after[1], before[0], before[2]];
    expect(idsOf(await listAll('master', list('/api/v1/alerts', `${device.id}&type=fire`)))).toEqual(fires);
    await post('master', `/api/v1/alerts/${before[1]}/resolve`);
    const byStatus = (status: string) =>
      listAll('operator', list('/api/v1/alerts', `${device.id}&status=${status}`)).then(idsOf);
    expect(await byStatus('resolved')).toEqual([before[1]]);
    expect(await byStatus('active,acknowledged')).toEqual([before[0], before[2]]);
  });

  test('A device’s alert list remains after the device is deleted, and a platform admin must name the tenant then', async () => {
    const { device, before, after } = await movedDevice();
    expect((await guard.call(`DELETE /api/v1/devices/${device.id}`, { token: tokens.master })).status).toBe(
      204,
    );
    const all = [...after, ...before];
    expect(idsOf(await listAll('master', list('/api/v1/alerts', device.id)))).toEqual(all);
    expect(await listAll('platform', list('/api/v1/alerts', device.id))).toEqual([]);
    const query = `${device.id}&tenant_id=${device.tenant_id}`;
    expect(idsOf(await listAll('platform', list('/api/v1/alerts', query)))).toEqual(all);
  });

  test('A device’s alert list does not reveal whether a device outside the scope exists', async () => {
    const [foreign] = (await guard.call('GET /api/v1/devices', { token: tokens.globex })).body.data;
    for (const id of [foreign.id, UNKNOWN]) {
      for (const caller of ['master', 'operator', 'viewer'] as const) {
        const { status, body } = await guard.call(`GET /api/v1/alerts?device_id=${id}`, {
          token: tokens[caller],
        });
        expect([status, body.data, body.meta.next_cursor]).toEqual([200, [], null]);
      }
    }
    expect(await listAll('platform', list('/api/v1/alerts', UNKNOWN))).toEqual([]);
    const wrong = await guard.call('GET /api/v1/alerts?device_id=camera', { token: tokens.master });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['device_id']]);
  });

  test('A device’s alert list rejects a cursor of another device’s list', async () => {
    const { device } = await movedDevice();
    const path = `GET /api/v1/alerts?limit=1&device_id=`;
    const { body } = await guard.call(path + device.id, { token: tokens.master });
    const cursor = `&cursor=${body.meta.next_cursor}`;
    expect((await guard.call(path + device.id + cursor, { token: tokens.master })).status).toBe(200);
    expect((await guard.call(path + UNKNOWN + cursor, { token: tokens.master })).status).toBe(422);
  });
});
