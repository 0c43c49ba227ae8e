import { expect, test } from 'vitest';
import { createUser } from '../../../../shared/accounts/change-users.ts';
import { verifyPassword } from '../../../../shared/accounts/password.ts';
import { type UserInput, userInputSchema } from '../../../../shared/accounts/user.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { cancelledAt } from '../../../support/refusals.ts';

const caller = makeCaller('tenant_admin', 'acme');
const origin = {
  caller,
  id: '019a0000-0000-7000-8000-000000000001',
  tenantId: 'acme',
  at: '2026-11-20T12:00:00.000+00:00',
};
const PASSWORD = 'correct horse battery staple';
const input = (fields: Partial<UserInput> = {}) =>
  userInputSchema.parse({
    name: 'Ana',
    email: 'Ana@guard.test',
    role: 'operator',
    password: PASSWORD,
    ...fields,
  });

const create = async (fields?: Partial<UserInput>) => {
  const { table, sent } = fakeTable([]);
  const user = await createUser(table, input(fields), origin);
  return { user, items: sent[0]?.input.TransactItems };
};

test('A new user, the claim of the e-mail address and the counters are written in one transaction', async () => {
  const { user, items } = await create();
  expect(user).toEqual({
    id: origin.id,
    tenant_id: 'acme',
    name: 'Ana',
    email: 'ana@guard.test',
    role: 'operator',
    status: 'active',
    password_login_enabled: true,
    sso_login_enabled: false,
    role_managed_by_sso: false,
    last_login_at: null,
    created_at: origin.at,
    updated_at: origin.at,
  });
  expect(items).toMatchObject([
    {
      Put: {
        Item: { sk: `USER#${origin.id}`, data: user, credentials: { session_version: 1 }, revision: 1 },
      },
    },
    {
      Put: {
        Item: { pk: 'EMAIL#ana@guard.test', sk: 'EMAIL', tenant_id: 'acme', user_id: origin.id },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Update: { Key: { pk: 'TENANT#acme', sk: 'TENANT' } } },
  ]);
});

test('A new user with the e-mail address of another user is rejected', async () => {
  const { table } = fakeTable([cancelledAt(1)]);
  await expect(createUser(table, input(), origin)).rejects.toMatchObject({ code: 'email_taken' });
});

test('The password of a user is stored as a hash in the user’s item, and in no index', async () => {
  const { items } = await create();
  const { credentials, data } = items[0].Put.Item;
  expect(await verifyPassword(credentials.password_hash, PASSWORD)).toBe('right');
  expect(JSON.stringify([data, items.slice(1)])).not.toContain('argon2');
});

test('A new user needs a password only with password login', async () => {
  const { password: _, ...without } = input();
  const make = (fields: Partial<UserInput>) =>
    createUser(fakeTable([]).table, { ...without, ...fields }, origin);
  await expect(make({})).rejects.toMatchObject({ fields: { password: expect.anything() } });
  await expect(make({ password_login_enabled: false })).resolves.toBeDefined();
});

test('Nobody creates users of a role that they do not manage', async () => {
  await expect(create({ role: 'tenant_admin' })).rejects.toMatchObject({ code: 'forbidden' });
});
