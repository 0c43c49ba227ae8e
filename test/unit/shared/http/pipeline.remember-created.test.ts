import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Role } from '../../../../shared/base/access.ts';
import { withMeta } from '../../../../shared/base/schema.ts';
import { callEndpoint, NOW } from '../../../support/call-endpoint.ts';

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

test('If the tenant of a new entity cannot be remembered, it is logged, and the entity stays created', async () => {
  const error = new Error('no table');
  const { status, body, logged } = await create({ answers: [error] });
  expect([status, body.id]).toEqual([201, 'site-1']);
  expect(logged[0]).toMatchObject({ level: 'warn', fields: { error } });
  expect(logged[0]?.message).toMatch(/could not be remembered/);
});

test('The tenant of a newly created tenant need not be remembered', async () => {
  const { status, sent } = await create({ body: { id: 'acme' } });
  expect([status, sent]).toEqual([201, []]);
});

test.each([
  ['an entity that a tenant master created', { role: 'tenant_master' }],
  ['the response to a request that created nothing', { status: 200 }],
] as const)('The tenant of %s is not remembered as that of a new entity', async (_, creation) => {
  expect((await create(creation)).sent).toEqual([]);
});
