import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallAs, type Caller, listAll, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let as: CallAs;

beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
});
afterAll(() => guard.stop());

const post = (caller: Caller, path: string, json?: unknown) =>
  as(caller, `POST ${path}`, { ...(json === undefined ? {} : { json }) });

describe('the alert list of a device', () => {
  const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
  const list = (path: string, query: string) => `${path}?device_id=${query}&limit=2`;
  const idsOf = (alerts: { id: string }[]) => alerts.map(({ id }) => id);

  /** A device with three alerts at a site of the operator, and two more after a move. */
  async function movedDevice() {
    const all = (await as('master', 'GET /api/v1/sites?limit=100')).body.data;
    const [here, second] = (await as('operator', 'GET /api/v1/sites')).body.data;
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
    const moved = await as('master', `PATCH /api/v1/devices/${device.id}`, { json });
    expect(moved.status, moved.text).toBe(200);
    const after = [await raiseAt(there, 'fire'), await raiseAt(there, 'tamper')];
    return { device, here, there, before: before.reverse(), after: after.reverse() };
  }

  test('A device’s alert list shows each caller the alerts in their scope, even after the device moved', async () => {
    const { device, here, there, before, after } = await movedDevice();
    const all = [...after, ...before];
    for (const caller of ['platform', 'master', 'admin'] as const) {
      expect(idsOf(await listAll(as, caller, list('/api/v1/alerts', device.id)))).toEqual(all);
      const path = (site: { id: string }) => `/api/v1/sites/${site.id}/alerts`;
      expect(idsOf(await listAll(as, caller, list(path(here), device.id)))).toEqual(before);
      expect(idsOf(await listAll(as, caller, list(path(there), device.id)))).toEqual(after);
    }
    expect(idsOf(await listAll(as, 'operator', list('/api/v1/alerts', device.id)))).toEqual(before);
    expect(await listAll(as, 'globex', list('/api/v1/alerts', device.id))).toEqual([]);
    const fires = [after[1], before[0], before[2]];
    expect(idsOf(await listAll(as, 'master', list('/api/v1/alerts', `${device.id}&type=fire`)))).toEqual(
      fires,
    );
    await post('master', `/api/v1/alerts/${before[1]}/resolve`);
    const byStatus = (status: string) =>
      listAll(as, 'operator', list('/api/v1/alerts', `${device.id}&status=${status}`)).then(idsOf);
    expect(await byStatus('resolved')).toEqual([before[1]]);
    expect(await byStatus('active,acknowledged')).toEqual([before[0], before[2]]);
  });

  test('The alerts of a deleted device can still be listed; a platform admin must then name the tenant', async () => {
    const { device, before, after } = await movedDevice();
    expect((await as('master', `DELETE /api/v1/devices/${device.id}`)).status).toBe(204);
    const all = [...after, ...before];
    expect(idsOf(await listAll(as, 'master', list('/api/v1/alerts', device.id)))).toEqual(all);
    expect(await listAll(as, 'platform', list('/api/v1/alerts', device.id))).toEqual([]);
    const query = `${device.id}&tenant_id=${device.tenant_id}`;
    expect(idsOf(await listAll(as, 'platform', list('/api/v1/alerts', query)))).toEqual(all);
  });

  test('A device’s alert list does not reveal whether a device outside the scope exists', async () => {
    const [foreign] = (await as('globex', 'GET /api/v1/devices')).body.data;
    for (const id of [foreign.id, UNKNOWN]) {
      for (const caller of ['master', 'operator', 'viewer'] as const) {
        const { status, body } = await as(caller, `GET /api/v1/alerts?device_id=${id}`);
        expect([status, body.data, body.meta.next_cursor]).toEqual([200, [], null]);
      }
    }
    expect(await listAll(as, 'platform', list('/api/v1/alerts', UNKNOWN))).toEqual([]);
    const wrong = await as('master', 'GET /api/v1/alerts?device_id=camera');
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['device_id']]);
  });

  test('A device’s alert list rejects a cursor of another device’s list', async () => {
    const { device } = await movedDevice();
    const path = `GET /api/v1/alerts?limit=1&device_id=`;
    const { body } = await as('master', path + device.id);
    const cursor = `&cursor=${body.meta.next_cursor}`;
    expect((await as('master', path + device.id + cursor)).status).toBe(200);
    expect((await as('master', path + UNKNOWN + cursor)).status).toBe(422);
  });
});
