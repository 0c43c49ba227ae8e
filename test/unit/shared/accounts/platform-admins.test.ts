import { describe, expect, test } from 'vitest';
import { keepPlatformAdmin, requirePlatformAdmin } from '../../../../shared/accounts/platform-admins.ts';
import { TABLE_OWNER } from '../../../../shared/base/actor.ts';
import { fakeTable, type SentCommand } from '../../../support/fake-table.ts';
import { makeUser } from '../../../support/make-user.ts';
import { readPartitionKey } from '../../../support/read-expressions.ts';

const admin = makeUser({ role: 'platform_admin' });
const other = makeUser({
  role: 'platform_admin',
  id: '019a0000-0000-7000-8000-000000000009',
  tenant_id: '019a0000-0000-7000-8000-00000000000a',
});
const caller = { userId: 'caller', tenantId: 'acme', role: 'platform_admin' } as const;

/** The conditions that must hold, by key. */
const required = (writes: Awaited<ReturnType<typeof keepPlatformAdmin>>) =>
  writes.map(({ write: { ConditionCheck }, refused }) => [
    ConditionCheck?.Key?.['pk'],
    ConditionCheck?.Key?.['sk'],
    ConditionCheck?.ExpressionAttributeValues,
    refused,
  ]);

const ACTIVE_ADMIN = { ':v0': 'platform_admin', ':v1': 'active' };

describe('the required platform admin', () => {
  const { table } = fakeTable([]);

  test('The platform admin that a change requires to remain is active and in an active tenant', () => {
    const writes = requirePlatformAdmin(table, { userId: 'u', tenantId: 'acme' }, 'globex');
    expect(required(writes)).toEqual([
      ['TENANT#acme', 'USER#u', ACTIVE_ADMIN, 'last_platform_admin'],
      ['TENANT#acme', 'TENANT', { ':v0': 'active' }, 'last_platform_admin'],
    ]);
  });

  test('The tenant of a platform admin is not checked if the change itself writes it', () => {
    const writes = requirePlatformAdmin(table, { userId: 'u', tenantId: 'acme' }, 'acme');
    expect(required(writes).map(([, sk]) => sk)).toEqual(['USER#u']);
  });
});

describe('a change of a user', () => {
  const { table, sent } = fakeTable([]);

  test.each([
    ['another role', undefined, makeUser(), makeUser({ role: 'viewer' })],
    [
      'a platform admin who was not active',
      undefined,
      makeUser({ role: 'platform_admin', status: 'blocked' }),
      undefined,
    ],
    ['a platform admin who stays one', undefined, admin, { ...admin, name: 'Bea' }],
  ])('A change of %s requires no other platform admin', async (_, __, before, after) => {
    expect(await keepPlatformAdmin(table, caller, before, after)).toEqual([]);
    expect(sent).toEqual([]);
  });

  test.each([
    ['is deleted', undefined],
    ['gets another role', { ...admin, role: 'viewer' as const }],
    ['is blocked', { ...admin, status: 'blocked' as const }],
  ])('If a platform admin %s, the caller must remain an active platform admin', async (_, after) => {
    const writes = await keepPlatformAdmin(table, caller, admin, after);
    expect(required(writes).map(([pk, sk]) => [pk, sk])).toEqual([
      ['TENANT#acme', 'USER#caller'],
      ['TENANT#acme', 'TENANT'],
    ]);
  });
});

describe('a change at the command line, where nobody signs in', () => {
  /** A platform with these admins in active or inactive tenants. */
  const platformOf =
    (admins: readonly (typeof admin)[], status = 'active') =>
    ({ name, input }: SentCommand) => {
      if (name === 'BatchGetCommand') {
        const { Keys } = input.RequestItems['guard-test'];
        return { Responses: { 'guard-test': Keys.map((key: object) => ({ ...key, data: { status } })) } };
      }
      const shard = Number.parseInt(readPartitionKey(input), 10);
      return {
        Items: admins
          .filter(({ id }) => Number.parseInt(id.slice(-1), 16) % 8 === shard)
          .map((data) => ({ data })),
      };
    };

  test('A change at the command line that removes a platform admin requires any other one', async () => {
    const { table, sent } = fakeTable(platformOf([admin, other]));
    const writes = await keepPlatformAdmin(table, TABLE_OWNER, admin, undefined);
    expect(required(writes).map(([pk, sk]) => [pk, sk])).toEqual([
      [`TENANT#${other.tenant_id}`, `USER#${other.id}`],
      [`TENANT#${other.tenant_id}`, 'TENANT'],
    ]);
    const queries = sent.filter(({ name }) => name === 'QueryCommand').map(({ input }) => input);
    expect(queries.map(({ IndexName, Limit }) => [IndexName, Limit])).toEqual(
      Array.from({ length: 8 }, () => ['platform_type_severity', 101]),
    );
    expect(readPartitionKey(queries[0])).toBe('0#USER#platform_admin#active');
  });

  test.each([
    ['there is no other platform admin', [admin], 'active'],
    ['the other’s tenant is not active', [admin, other], 'inactive'],
  ])(
    'A change at the command line that removes a platform admin is rejected if %s',
    async (_, admins, status) => {
      const { table } = fakeTable(platformOf(admins, status));
      await expect(keepPlatformAdmin(table, TABLE_OWNER, admin, undefined)).rejects.toMatchObject({
        code: 'last_platform_admin',
      });
    },
  );
});
