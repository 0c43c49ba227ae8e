import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Permission, Role } from '../../../../shared/base/access.ts';
import { SITES } from '../../../../shared/sites/site.ts';
import type { ItemKey } from '../../../../shared/table/keys.ts';
import { TENANTS } from '../../../../shared/tenants/tenant.ts';
import { callEndpoint, TENANT_ID, USER_ID } from '../../../support/call-endpoint.ts';
import type { SentCommand } from '../../../support/fake-table.ts';
import { makeKeyCaller } from '../../../support/make-key.ts';
import { makeSite } from '../../../support/make-site.ts';
import { conditionFailed } from '../../../support/refusals.ts';

const SITE_ID = '01a05bfb-7000-7381-afb8-6b18dd8ff156';
const OTHER_TENANT_ID = '01a05bfb-7000-7381-afb8-6b18dd8ff157';

const siteOf = (tenantId: string) =>
  SITES.item(makeSite('1', { id: SITE_ID, tenant_id: tenantId, name: 'Gate' }));

interface Premises {
  readonly siteTenantId?: string;
  readonly assigned?: readonly string[];
}

/** A table with one site, which answers by key. */
const tableWith =
  ({ siteTenantId = TENANT_ID, assigned = [] }: Premises) =>
  ({ name, input }: SentCommand) => {
    if (name === 'QueryCommand') return { Items: [siteOf(siteTenantId)] };
    if (name === 'GetCommand') return { Item: itemAt(input.Key) };
    if (name !== 'BatchGetCommand') return {};
    return {
      Responses: {
        'guard-test': input.RequestItems['guard-test'].Keys.flatMap((key: ItemKey) => itemAt(key) ?? []),
      },
    };

    function itemAt({ pk, sk }: ItemKey) {
      if (sk === `ASSIGNMENT#${USER_ID}`) return { pk, sk, site_ids: assigned };
      const isSite = pk === `TENANT#${siteTenantId}` && sk === `SITE#${SITE_ID}`;
      return isSite ? siteOf(siteTenantId) : undefined;
    }
  };

interface Request extends Premises {
  readonly role: Role;
  readonly access?: Permission;
  readonly id?: string;
  readonly method?: 'GET' | 'PATCH' | 'POST';
  readonly path?: '/sites' | '/sites/{site_id}';
  readonly tenantId?: string;
}

const request = (call: Request) => {
  const {
    role,
    access = 'sites:read',
    id = SITE_ID,
    method = 'GET',
    path = '/sites/{site_id}',
    tenantId,
  } = call;
  return callEndpoint({
    route: {
      method,
      path,
      ...(path === '/sites' ? {} : { target: SITES }),
      access,
      rateClass: 'none',
      response: { description: 'What is known.', body: z.unknown(), etag: false },
    },
    role,
    event: {
      pathParameters: path === '/sites' ? null : { site_id: id },
      queryStringParameters: tenantId === undefined ? null : { tenant_id: tenantId },
    },
    answers: tableWith(call),
    endpoint: ({ scope, target, caller }) => ({ body: { scope, target, caller } }),
  });
};

const outcome = async (call: Request) => {
  const { status, body } = await request(call);
  return status === 200 ? 'admitted' : body.code;
};

test('An endpoint receives the target of the request with the caller and the scope', async () => {
  const { body } = await request({ role: 'operator', assigned: [SITE_ID] });
  expect(body).toMatchObject({
    scope: { kind: 'assigned_sites', tenantId: TENANT_ID, siteIds: [SITE_ID], userId: USER_ID },
    target: { entity: { id: SITE_ID, name: 'Gate' }, children: 0 },
    caller: { userId: USER_ID, tenantId: TENANT_ID, role: 'operator', tokenId: 1, sessionVersion: 1 },
  });
  expect((await request({ role: 'tenant_admin' })).body.scope).toEqual({
    kind: 'tenant',
    tenantId: TENANT_ID,
  });
  expect((await request({ role: 'platform_admin' })).body.scope).toEqual({ kind: 'platform' });
});

test.each([
  [
    'a platform admin for a site of any tenant',
    'admitted',
    { role: 'platform_admin', siteTenantId: OTHER_TENANT_ID },
  ],
  ['a tenant admin for a site of the tenant', 'admitted', { role: 'tenant_admin' }],
  ['a viewer for an assigned site', 'admitted', { role: 'viewer', assigned: [SITE_ID] }],
  [
    'a tenant master for a site of another tenant',
    'not_found',
    { role: 'tenant_master', siteTenantId: OTHER_TENANT_ID },
  ],
  ['a viewer for a site that is not assigned', 'not_found', { role: 'viewer', assigned: ['other'] }],
  [
    'a tenant master for an unknown id',
    'not_found',
    { role: 'tenant_master', id: SITE_ID.replace('6', '5') },
  ],
  ['a tenant master for an invalid id', 'not_found', { role: 'tenant_master', id: 'x' }],
  ['a tenant master for a wrongly encoded id', 'not_found', { role: 'tenant_master', id: '%' }],
] as const)('A request by %s results in %s', async (_, expected, call) => {
  expect(await outcome(call)).toBe(expected);
});

test('Guard looks up a target’s tenant in an index only if the caller is a platform admin', async () => {
  const readsOf = async (role: Role) => (await request({ role })).sent.map(({ name }) => name);
  expect(await readsOf('platform_admin')).toEqual(['QueryCommand', 'GetCommand']);
  expect(await readsOf('tenant_master')).toEqual(['GetCommand']);
});

test('The target of a request and the assigned sites of its caller are read in one strongly consistent call', async () => {
  const { sent } = await request({ role: 'operator' });
  const Keys = [`ASSIGNMENT#${USER_ID}`, `SITE#${SITE_ID}`].map((sk) => ({
    pk: `TENANT#${TENANT_ID}`,
    sk,
  }));
  expect(sent.map(({ input }) => input.RequestItems['guard-test'])).toEqual([{ Keys, ConsistentRead: true }]);
});

test('If no tenant is found for the target of a request, the request is 404 without further reads', async () => {
  const { status, sent } = await callEndpoint({
    route: { path: '/sites/{site_id}', target: SITES, access: 'sites:read', rateClass: 'none' },
    role: 'platform_admin',
    event: { pathParameters: { site_id: SITE_ID } },
  });
  expect([status, sent.map(({ name }) => name)]).toEqual([404, ['QueryCommand', 'GetCommand']]);
  expect(sent[1]?.input.Key).toEqual({ pk: `CREATED#${SITE_ID}`, sk: 'CREATED' });
});

test('If the target of a request is a tenant, it is read directly by its id, without a search in an index', async () => {
  const { status, sent } = await callEndpoint({
    route: { path: '/tenants/{tenant_id}', target: TENANTS, access: 'tenants:read', rateClass: 'none' },
    role: 'platform_admin',
    event: { pathParameters: { tenant_id: TENANT_ID } },
  });
  expect([status, sent.map(({ input }) => input.Key)]).toEqual([
    404,
    [{ pk: `TENANT#${TENANT_ID}`, sk: 'TENANT' }],
  ]);
});

test('An invalid id in the path of a request causes no read', async () => {
  const { sent } = await request({ role: 'platform_admin', id: 'x' });
  expect(sent).toEqual([]);
});

test('A request with a target outside the scope is 404 also for a caller without the permission', async () => {
  const call = { role: 'viewer', access: 'sites:delete', method: 'PATCH' } as const;
  expect(await outcome(call)).toBe('not_found');
  expect(await outcome({ ...call, assigned: [SITE_ID] })).toBe('forbidden');
});

test('A route that requires a sign-in but no permission reads nothing from the table', async () => {
  const { status, body, sent } = await callEndpoint({
    route: {
      access: 'signed_in',
      rateClass: 'none',
      response: { description: 'Who.', body: z.unknown() },
    },
    role: 'viewer',
    endpoint: ({ caller, scope }) => ({ body: { caller, scope } }),
  });
  expect([status, body.caller.userId, body.scope, sent]).toEqual([200, USER_ID, undefined, []]);
});

test('The endpoint of a public route receives no caller, even if the request has a token', async () => {
  const { body } = await callEndpoint({
    route: { response: { description: 'Who.', body: z.unknown() } },
    role: 'viewer',
    endpoint: ({ caller }) => ({ body: { caller } }),
  });
  expect(body).toEqual({});
});

test('On a route that requires a sign-in, a request without the authorizer’s context is an internal error', async () => {
  expect((await callEndpoint({ route: { access: 'signed_in' } })).status).toBe(500);
});

test.each([
  [
    'A tenant master creates in the own tenant',
    { role: 'tenant_master', method: 'POST', tenantId: TENANT_ID },
    'admitted',
  ],
  [
    'A platform admin creates in any tenant',
    { role: 'platform_admin', method: 'POST', tenantId: OTHER_TENANT_ID },
    'admitted',
  ],
  [
    'A tenant master creates nothing in another tenant',
    { role: 'tenant_master', method: 'POST', tenantId: OTHER_TENANT_ID },
    'not_found',
  ],
  [
    'The list of another tenant is empty instead of an error',
    { role: 'tenant_master', method: 'GET', tenantId: OTHER_TENANT_ID },
    'admitted',
  ],
  ['A tenant master need not name the tenant', { role: 'tenant_master', method: 'POST' }, 'admitted'],
] as const)('The parameter tenant_id is checked: %s', async (_, call, expected) => {
  expect(await outcome({ ...call, path: '/sites', access: 'sites:create' })).toBe(expected);
});

const counted = { route: { access: 'sites:read' as const }, role: 'viewer' as const };
const isCount = ({ name }: SentCommand) => name === 'UpdateCommand';

test('A request beyond the rate limit is 429, even if all reads of the table fail', async () => {
  const refusal = conditionFailed();
  const { body } = await callEndpoint({
    ...counted,
    answers: (call) => (isCount(call) ? refusal : new Error('no table')),
  });
  expect(body.code).toBe('too_many_requests');
});

test('A request is rejected with 500 if its rate counter cannot be updated', async () => {
  const { status } = await callEndpoint({
    ...counted,
    answers: (call) => (isCount(call) ? new Error('no table') : {}),
  });
  expect(status).toBe(500);
});

test('A request within the rate limit fails if the scope of its caller cannot be read', async () => {
  const { status, headers } = await callEndpoint({
    ...counted,
    answers: (call) => (isCount(call) ? {} : new Error('no table')),
  });
  expect([status, headers['X-RateLimit-Limit']]).toEqual([500, '60']);
});

const callAs = (key: ReturnType<typeof makeKeyCaller>, route: Parameters<typeof callEndpoint>[0] = {}) =>
  callEndpoint({ ...route, key, answers: tableWith({}) });

test.each(['signed_in', 'sites:read', 'alerts:create'] as const)(
  'A route that accepts no API keys rejects a key before anything is counted or read: %s',
  async (access) => {
    const { status, body, sent, logged } = await callAs(makeKeyCaller(), {
      route: { access, path: '/sites/{site_id}', target: SITES },
      event: { pathParameters: { site_id: SITE_ID } },
    });
    expect([status, body.code, sent]).toEqual([403, 'forbidden', []]);
    expect(logged[0]?.fields).toMatchObject({ reason: 'key_not_taken', key_id: makeKeyCaller().keyId });
  },
);

const takes = {
  access: 'alerts:create',
  takesKeys: 'report',
  method: 'POST',
  path: '/things',
  rateClass: 'report',
} as const;
const scopeOf = async (key: ReturnType<typeof makeKeyCaller>) => {
  let scope: unknown;
  const { status, sent } = await callAs(key, {
    route: takes,
    endpoint: (request) => {
      scope = request.scope;
      return {};
    },
  });
  return { status, sent, scope };
};

test('On a route that accepts API keys, a key needs no permission and has its own rate counter', async () => {
  const { status, sent } = await scopeOf(makeKeyCaller());
  expect([status, sent.length]).toEqual([200, 1]);
  expect(sent[0]?.input.Key.pk).toBe(`RATE#key#${makeKeyCaller().keyId}`);
});

test('An API key for reading is rejected on routes for reports, and an API key for reports on routes for reading', async () => {
  expect((await callAs(makeKeyCaller({ access: 'read' }), { route: takes })).status).toBe(403);
  const reads = { ...takes, takesKeys: 'read', rateClass: 'api' } as const;
  expect((await callAs(makeKeyCaller(), { route: reads })).status).toBe(403);
  const { status, headers, sent } = await callAs(makeKeyCaller({ access: 'read' }), { route: reads });
  expect([status, headers['X-RateLimit-Limit']]).toEqual([200, '60']);
  expect(sent[0]?.input.Key.pk).toBe(`RATE#key#${makeKeyCaller().keyId}`);
});

test('The scope of an API key is its tenant, or only the site to which the key is bound', async () => {
  expect((await scopeOf(makeKeyCaller())).scope).toEqual({ kind: 'tenant', tenantId: TENANT_ID });
  expect((await scopeOf(makeKeyCaller({ siteId: SITE_ID }))).scope).toEqual({
    kind: 'assigned_sites',
    tenantId: TENANT_ID,
    siteIds: [SITE_ID],
    userId: undefined,
  });
});

test('An API key finds targets only in its own tenant, and a bound key only at its own site', async () => {
  const statusAt = async (key: ReturnType<typeof makeKeyCaller>, siteTenantId = TENANT_ID) => {
    const { status } = await callEndpoint({
      key,
      route: { ...takes, path: '/sites/{site_id}', target: SITES },
      event: { pathParameters: { site_id: SITE_ID } },
      answers: tableWith({ siteTenantId }),
    });
    return status;
  };
  expect(await statusAt(makeKeyCaller())).toBe(200);
  expect(await statusAt(makeKeyCaller({ siteId: SITE_ID }))).toBe(200);
  expect(await statusAt(makeKeyCaller({ siteId: OTHER_TENANT_ID }))).toBe(404);
  expect(await statusAt(makeKeyCaller(), OTHER_TENANT_ID)).toBe(404);
});

test('On a route that also accepts API keys, a user still needs the permission', async () => {
  const { status } = await callEndpoint({ role: 'viewer', route: takes, answers: tableWith({}) });
  expect(status).toBe(403);
});
