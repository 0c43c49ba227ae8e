import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Role } from '../../../../shared/base/access.ts';
import { ApiError, type ErrorCode } from '../../../../shared/base/errors.ts';
import { withMeta } from '../../../../shared/base/schema.ts';
import { callEndpoint, NOW } from '../../../support/call-endpoint.ts';

describe('measureRequest', () => {
  const RUN = { name: 'Runs', value: 1, dimensions: { group: 'things' } };

  const fail = (code: ErrorCode) => () => {
    throw new ApiError(code);
  };

  test('The metrics count a successful request as a run and not as a failure', async () => {
    const { metrics } = await callEndpoint();
    expect(metrics).toEqual([RUN]);
  });

  test.each([
    ['not_found', []],
    [
      'invalid_credentials',
      [{ name: 'AuthenticationFailures', value: 1, dimensions: { credential: 'password' } }],
    ],
    ['unauthenticated', [{ name: 'AuthenticationFailures', value: 1, dimensions: { credential: 'token' } }]],
    ['too_many_requests', [{ name: 'RateLimited', value: 1 }]],
    [
      'internal_error',
      [
        { name: 'InternalErrors', value: 1, dimensions: { release: 'test-release' } },
        { ...RUN, name: 'ServerErrors' },
        { name: 'Failures', value: 1, dimensions: { code: 'internal_error' } },
      ],
    ],
    [
      'service_unavailable',
      [
        { ...RUN, name: 'ServerErrors' },
        { name: 'Failures', value: 1, dimensions: { code: 'service_unavailable' } },
      ],
    ],
  ] as const)(
    'A request that fails with %s publishes exactly the metrics of that error',
    async (code, further) => {
      const { metrics } = await callEndpoint({ endpoint: fail(code) });
      expect(metrics).toEqual([RUN, ...further]);
    },
  );

  test('The metrics of a handler are published with those of its request', async () => {
    const { metrics } = await callEndpoint({
      endpoint: ({ measure }) => {
        measure({ name: 'SecondsToResolve', value: 3 });
        return {};
      },
    });
    expect(metrics).toContainEqual({ name: 'SecondsToResolve', value: 3 });
  });
});

describe('rememberCreated', () => {
  const made = withMeta(z.looseObject({}), { id: 'Thing' });

  interface Creation {
    readonly role?: Role;
    readonly status?: 200 | 201;
    readonly body?: object;
    readonly answers?: readonly unknown[];
  }

  const create = ({ role = 'platform_admin', status = 201, body, answers = [] }: Creation = {}) =>
    callEndpoint({
      route: {
        method: 'POST',
        access: 'signed_in',
        rateClass: 'none',
        response: { status, description: 'Made.', body: made },
      },
      role,
      answers,
      endpoint: () => ({ body: body ?? { id: 'site-1', tenant_id: 'acme' } }),
    });

  test('The tenant of a newly created entity is remembered for ten minutes, until the index shows the entity', async () => {
    const { sent } = await create();
    expect(sent.map(({ name, input }) => [name, input.TableName, input.Item])).toEqual([
      [
        'PutCommand',
        'guard-test',
        { pk: 'CREATED#site-1', sk: 'CREATED', tenant_id: 'acme', ttl: NOW.getTime() / 1000 + 600 },
      ],
    ]);
  });

  test('If the tenant of a new entity cannot be remembered, a warning is logged and the creation succeeds', async () => {
    const error = new Error('no table');
    const { status, body, logged } = await create({ answers: [error] });
    expect([status, body.id]).toEqual([201, 'site-1']);
    expect(logged[0]).toMatchObject({ level: 'warn', fields: { error } });
    expect(logged[0]?.message).toMatch(/could not be remembered/);
  });

  test('Nothing is remembered for a newly created tenant, because its own id is the tenant', async () => {
    const { status, sent } = await create({ body: { id: 'acme' } });
    expect([status, sent]).toEqual([201, []]);
  });

  test.each([
    ['an entity that a tenant master created', { role: 'tenant_master' }],
    ['the response to a request that created nothing', { status: 200 }],
  ] as const)('No tenant is remembered for %s', async (_, creation) => {
    expect((await create(creation)).sent).toEqual([]);
  });
});
