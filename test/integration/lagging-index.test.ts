import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';

/** An index follows the table with a delay. In these tests it never catches up. */

let guard: TestGuard;
let platform: string;
let tenantId: string;
let isLagging = false;
beforeAll(async () => {
  guard = await startGuard({
    wrapTable: (table) => {
      const { client } = table;
      const send = async (command: { input: object }, ...options: unknown[]): Promise<unknown> => {
        const isIndexRead = command instanceof QueryCommand && command.input.IndexName === 'platform';
        return isLagging && isIndexRead
          ? { Items: [], ScannedCount: 0 }
          : Reflect.apply(client.send, client, [command, ...options]);
      };
      return { ...table, client: Object.create(client, { send: { value: send } }) };
    },
  });
  platform = await guard.signIn('platform@guard.test');
  const master = await guard.signIn('master@acme.test');
  tenantId = (await guard.call('GET /api/v1/auth/me', { token: master })).body.tenant_id;
  isLagging = true;
});
afterAll(() => guard.stop());

const call = (request: string, json?: object) =>
  guard.call(request, { token: platform, ...(json ? { json } : {}) });

test('A platform admin reads, changes and deletes an entity that was just created, before the index shows it', async () => {
  const site = (await call(`POST /api/v1/sites?tenant_id=${tenantId}`, { name: 'New' })).body;
  const zone = (await call(`POST /api/v1/sites/${site.id}/zones`, { name: 'New' })).body;
  const device = (await call(`POST /api/v1/sites/${site.id}/devices`, { name: 'New', type: 'camera' })).body;
  const alert = (
    await call(`POST /api/v1/alerts?tenant_id=${tenantId}`, {
      site_id: site.id,
      type: 'panic',
      severity: 'low',
      message: 'x',
    })
  ).body;
  const user = (
    await call(`POST /api/v1/users?tenant_id=${tenantId}`, {
      name: 'New',
      email: 'new@acme.test',
      role: 'viewer',
      password_login_enabled: false,
    })
  ).body;
  const paths = { sites: site, zones: zone, devices: device, alerts: alert, users: user };
  for (const [path, created] of Object.entries(paths)) {
    const answer = await call(`GET /api/v1/${path}/${created.id}`);
    expect([path, answer.status, answer.body]).toEqual([path, 200, created]);
  }
  expect((await call(`POST /api/v1/alerts/${alert.id}/acknowledge`)).status).toBe(200);
  expect((await call(`PATCH /api/v1/zones/${zone.id}`, { name: 'Renamed' })).status).toBe(200);
  expect((await call(`DELETE /api/v1/devices/${device.id}`)).status).toBe(204);
  expect((await call(`GET /api/v1/devices/${device.id}`)).status).toBe(404);
});

test('While an index lags behind the table, a master still cannot read another tenant’s site', async () => {
  const { id } = (await call(`POST /api/v1/sites?tenant_id=${tenantId}`, { name: 'Foreign' })).body;
  const token = await guard.signIn('master@globex.test');
  expect((await guard.call(`GET /api/v1/sites/${id}`, { token })).status).toBe(404);
});
