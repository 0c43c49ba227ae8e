import { describe, expect, test } from 'vitest';
import { userItem } from '../../../../shared/accounts/account.ts';
import { deleteUser, listUsers, updateUser } from '../../../../shared/accounts/change-users.ts';
import type { Scope } from '../../../../shared/base/access.ts';
import type { Position } from '../../../../shared/table/list-page.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeAccount, makeUser } from '../../../support/make-user.ts';
import { readExpressions, readPartitionKey } from '../../../support/read-expressions.ts';

/** As it is read again after somebody else has promoted the user: the check of the request saw another role. */
const promoted = makeAccount({ role: 'tenant_master' });
const caller = makeCaller('tenant_admin', promoted.entity.tenant_id);

test('Changing or deleting a user is refused if the user meanwhile got a role that the caller does not manage', async () => {
  const { table, sent } = fakeTable([]);
  const context = { caller, ifMatch: undefined, at: '2026-11-20T13:00:00.000+00:00', guessesPerHour: 50 };
  await expect(updateUser(table, promoted, { name: 'Bea' }, context)).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(deleteUser(table, promoted, context)).rejects.toMatchObject({ code: 'forbidden' });
  expect(sent).toEqual([]);
});

test('A user who is blocked gets a higher session version, because a lower one would be given again', async () => {
  const account = makeAccount();
  const blocking = { caller: makeCaller('tenant_master', account.entity.tenant_id), ifMatch: undefined };
  const { table, sent } = fakeTable([]);
  const context = { ...blocking, at: '2026-11-20T13:00:00.000+00:00', guessesPerHour: 50 };
  await updateUser(table, account, { status: 'blocked' }, context);
  const { session_version: before } = account.credentials;
  expect(readExpressions(sent[0]?.input)['update']).toContain(`credentials.session_version = ${before + 1},`);
});

describe('listUsers', () => {
  const user = makeUser();
  const item = userItem(user, { password_hash: null, session_version: 1 });
  const first = { position: undefined, limit: 20 };
  const acme: Scope = { kind: 'tenant', tenantId: 'acme' };
  const own: Scope = { kind: 'assigned_sites', tenantId: user.tenant_id, siteIds: [], userId: user.id };

  describe('operators and viewers', () => {
    const listOwn = async (filters: object, position?: Position, answer: object = { Item: item }) => {
      const { table } = fakeTable([answer]);
      const page = await listUsers(table, own, filters, { position, limit: 20 });
      return page.items.map(({ id }) => id);
    };

    test('Operators and viewers see only themselves in the user list, with one read', async () => {
      const { table, sent } = fakeTable([{ Item: item }]);
      const page = await listUsers(table, own, {}, { position: undefined, limit: 20 });
      expect(page).toEqual({ items: [user], next: undefined, prev: undefined });
      expect(sent.map(({ name, input }) => [name, input.Key])).toEqual([
        ['GetCommand', { pk: `TENANT#${user.tenant_id}`, sk: `USER#${user.id}` }],
      ]);
    });

    test.each([
      [{ role: 'operator' }, true],
      [{ role: 'viewer' }, false],
      [{ status: 'active' }, true],
      [{ status: 'blocked' }, false],
      [{ role: 'operator', status: 'active' }, true],
      [{ role: 'operator', status: 'blocked' }, false],
      [{ role: 'viewer', status: 'active' }, false],
    ])(
      'If an operator or viewer lists users, the filters apply to their own entry: %j',
      async (filters, isListed) => {
        expect(await listOwn(filters)).toEqual(isListed ? [user.id] : []);
      },
    );

    test('If an operator or viewer lists users, the cursor applies to their own entry', async () => {
      const lower = user.id.replace(/1$/, '0');
      const higher = user.id.replace(/1$/, '2');
      expect(await listOwn({}, { id: higher, direction: 'next' })).toEqual([user.id]);
      expect(await listOwn({}, { id: lower, direction: 'next' })).toEqual([]);
      expect(await listOwn({}, { id: lower, direction: 'prev' })).toEqual([user.id]);
    });

    test('An operator who was deleted sees an empty user list', async () => {
      expect(await listOwn({}, undefined, {})).toEqual([]);
    });
  });

  test('For administrators, the user list contains all users in scope, filtered by role and status', async () => {
    const { table, sent } = fakeTable([{ Items: [item] }]);
    const page = await listUsers(table, acme, { role: 'operator', status: 'active' }, first);
    expect(page.items).toEqual([user]);
    expect(sent[0]?.input.IndexName).toBe('tenant_type_severity');
    expect(readPartitionKey(sent[0]?.input)).toBe('TENANT#acme#USER#operator#active');
  });

  test('The user list has the last logins of the users’ items, which it reads only after an index', async () => {
    const last_login_at = '2026-11-20T12:30:00.000+00:00';
    const answers = [{ Items: [item] }, { Responses: { 'guard-test': [{ ...item, last_login_at }] } }];
    const calls = async (scope: Scope, filters: object) => {
      const { table, sent } = fakeTable(answers);
      const { items } = await listUsers(table, scope, filters, first);
      return [sent.map(({ name }) => name), items];
    };
    const both = [['QueryCommand', 'BatchGetCommand'], [{ ...user, last_login_at }]];
    expect(await calls(acme, { status: 'active' })).toEqual(both);
    expect(await calls(acme, { role: 'operator' })).toEqual(both);
    expect(await calls(acme, {})).toEqual([['QueryCommand'], [user]]);
    const { table, sent } = fakeTable((command) => answers[Number(command.name === 'BatchGetCommand')]);
    expect((await listUsers(table, { kind: 'platform' }, {}, first)).items).toEqual([
      { ...user, last_login_at },
    ]);
    expect(sent.at(-1)?.name).toBe('BatchGetCommand');
  });
});
