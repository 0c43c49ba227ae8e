import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { OWN_TENANT_ID } from '../../shared/base/ids.ts';
import { isPermission, type Route } from '../../shared/http/route.ts';
import { createPremises, type Premises } from '../support/access-premises.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { kindNamedBy } from '../support/new-entity.ts';
import { fillOwnTenant, INTRUDER, type OwnTenant } from '../support/own-tenant.ts';
import type { Answer } from '../support/send-request.ts';

let guard: TestGuard;
let premises: Premises;
let own: OwnTenant;
beforeAll(async () => {
  guard = await startGuard();
  premises = await createPremises(guard);
  own = await fillOwnTenant(guard);
});
afterAll(() => guard.stop());

const call = ({ method, request }: Route, path: string): Promise<Answer> =>
  guard.call(`${method} ${path}`, {
    token: premises.tokens.platform_admin,
    ...(request.body ? { json: {} } : {}),
  });

const permitted = routes.filter(({ access }) => isPermission(access));
const withTarget = permitted.filter(({ target }) => target !== undefined);
const withoutTarget = permitted.filter(({ target }) => target === undefined);
const named = (some: readonly Route[]) => some.map((route): [string, Route] => [route.name, route]);

const expectNothingOfIt = ({ text }: Answer) => {
  for (const id of [OWN_TENANT_ID, ...Object.values(own.ids).flat()]) expect(text).not.toContain(id);
};

describe('Guard’s own tenant for platform admins', () => {
  test.each(named(withoutTarget))(
    'Guard’s own tenant does not exist at %s with its id in the query',
    async (_, route) => {
      const days = route.path.includes('/statistics/') ? '&since=2026-11-01&until=2026-12-01' : '';
      const answer = await call(route, `${route.path}?tenant_id=${OWN_TENANT_ID}${days}`);
      if (route.request.query === undefined || !('tenant_id' in route.request.query.shape)) {
        expect([200, 404, 422]).toContain(answer.status); // it knows no such parameter
      } else if (route.method === 'GET' && answer.status === 200) {
        expect(answer.body.data ?? answer.body.open).toEqual(answer.body.data ? [] : 0);
      } else {
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      }
      expectNothingOfIt(answer);
    },
  );

  test.each(named(withTarget))(
    'Requests for entities of Guard’s own tenant are answered with 404: %s',
    async (_, route) => {
      for (const id of own.ids[kindNamedBy(route) as keyof OwnTenant['ids']]) {
        for (const query of ['', `?tenant_id=${OWN_TENANT_ID}`]) {
          const answer = await call(route, route.path.replace(/\{\w+\}/, id) + query);
          expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
        }
      }
    },
  );

  test.each(named(withoutTarget.filter(({ method }) => method === 'GET')))(
    'The response of %s without a tenant contains nothing of Guard’s own tenant',
    async (_, route) => {
      const query = route.request.query && 'limit' in route.request.query.shape ? '?limit=100' : '';
      expectNothingOfIt(await call(route, route.path + query));
    },
  );

  test('Filtered and paged lists of a platform admin show nothing of Guard’s own tenant', async () => {
    const [alert] = own.ids.alert;
    const token = premises.tokens.platform_admin;
    for (const filter of [
      ...own.ids.site.map((id) => `site_id=${id}`),
      ...own.ids.device.map((id) => `device_id=${id}`),
      'status=active&type=fire',
      'severity=critical',
      'type=fire',
    ]) {
      expectNothingOfIt(await guard.call(`GET /api/v1/alerts?limit=100&${filter}`, { token }));
    }
    let next = '/api/v1/alerts?limit=1&status=active';
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await guard.call(`GET ${next}${cursor && `&cursor=${cursor}`}`, { token });
      ids.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.meta.next_cursor;
    }
    next = '/api/v1/alerts?limit=100&status=active';
    const { body } = await guard.call(`GET ${next}`, { token });
    expect(ids).toEqual(body.data.map(({ id }: { id: string }) => id));
    expect(ids).not.toContain(alert);
  });

  test('Guard’s own tenant cannot be reached by its id in another spelling or URL encoding, nor by repeating tenant_id', async () => {
    const json = { name: 'Site' };
    const token = premises.tokens.platform_admin;
    const encoded = OWN_TENANT_ID.replaceAll('-', '%2D').replaceAll('7', '%37');
    for (const [tenantId, status] of [
      [encoded, 404],
      [`%20${OWN_TENANT_ID}`, 422],
      [`{${OWN_TENANT_ID}}`, 422],
      [OWN_TENANT_ID.replaceAll('-', ''), 422],
      [`${premises.tenantId}&tenant_id=${OWN_TENANT_ID}`, [404, 422]],
      [`${OWN_TENANT_ID}&tenant_id=${premises.tenantId}`, [404, 422]],
    ] as const) {
      const answer = await guard.call(`POST /api/v1/sites?tenant_id=${tenantId}`, { token, json });
      expect([status].flat()).toContain(answer.status);
    }
  });
});

describe('entities that somebody created in Guard’s own tenant', () => {
  test('Logins of users and reports of keys of Guard’s own tenant are rejected', async () => {
    const login = await guard.call('POST /api/v1/auth/login', { json: INTRUDER });
    expect([login.status, login.body.code]).toEqual([403, 'account_not_active']);
    expect((await guard.call('GET /api/v1/auth/me', { token: own.token })).status).toBe(401);
    expect((await guard.call('POST /api/v1/auth/refresh', { token: own.token })).status).toBe(401);
    for (const token of own.keys) {
      const json = { events: [{ action: 'heartbeat', device_id: own.ids.device[0] }] };
      expect((await guard.call('POST /api/v1/reports', { token, json })).status).toBe(401);
    }
    await expectProbeReports();
  });
});

async function expectProbeReports() {
  const json = { events: [{ action: 'heartbeat' }] };
  const { status, body } = await guard.call('POST /api/v1/reports', { token: own.ownKey, json });
  expect([status, body]).toEqual([200, { results: [{ status: 200 }] }]);
}
