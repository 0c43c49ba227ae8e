import { beforeAll, expect, test } from 'vitest';
import { updateUser } from '../../../../shared/accounts/change-users.ts';
import { hashPassword, verifyPassword } from '../../../../shared/accounts/password.ts';
import type { UserChanges } from '../../../../shared/accounts/user.ts';
import { TABLE_OWNER } from '../../../../shared/base/actor.ts';
import { fakeTable, type TableAnswers } from '../../../support/fake-table.ts';
import { makeAccount } from '../../../support/make-user.ts';
import { readAssignments } from '../../../support/read-expressions.ts';
import { cancelledAt } from '../../../support/refusals.ts';

const AT = '2026-11-20T13:00:00.000+00:00';
const PASSWORD = 'correct horse battery staple';
let password_hash: string;
beforeAll(async () => {
  password_hash = await hashPassword(PASSWORD);
});

const master = { userId: 'master', tenantId: 'acme', role: 'tenant_master' } as const;

interface Update {
  readonly account?: ReturnType<typeof makeAccount>;
  readonly caller?: Parameters<typeof updateUser>[3]['caller'];
  readonly answers?: TableAnswers;
}

async function update(changes: UserChanges, { account, caller = master, answers = [] }: Update = {}) {
  const { table, sent } = fakeTable(answers);
  const before = account ?? makeAccount({}, { password_hash });
  const user = await updateUser(table, before, changes, {
    caller,
    ifMatch: undefined,
    at: AT,
    guessesPerHour: 50,
  });
  const input = sent.at(-1)?.input;
  const writes = input.TransactItems ?? [{ Update: input }];
  return { user, sent, writes, values: readAssignments(writes[0].Update) };
}

test('Changing a user writes the given fields only', async () => {
  const { user, sent, values } = await update({ name: 'Bea' });
  expect(user).toMatchObject({ name: 'Bea', updated_at: AT });
  expect(sent).toHaveLength(1);
  expect(sent[0]?.input.UpdateExpression).toBe(
    'SET #data.#name = :v0, #data.#updated_at = :v1, #revision = :v2, #recent_writes = :v3',
  );
  expect(values['data.name']).toBe('Bea');
});

test.each([
  [{ status: 'blocked' }, 4],
  [{ status: 'inactive' }, 4],
  [{ status: 'active' }, undefined],
  [{ name: 'Bea' }, undefined],
] as const)('After the change %j of an active user the session version is %s', async (changes, expected) => {
  const { values } = await update(changes);
  expect(values['credentials.session_version']).toBe(expected);
});

test('A change of a blocked user ends no sessions, and unblocking ends none', async () => {
  const account = makeAccount({ status: 'blocked' }, { password_hash });
  expect(
    (await update({ status: 'blocked' }, { account })).values['credentials.session_version'],
  ).toBeUndefined();
  expect(
    (await update({ status: 'active' }, { account })).values['credentials.session_version'],
  ).toBeUndefined();
});

test('A new password of a user is stored as a hash and ends every session', async () => {
  const { values } = await update({ password: 'another long password' });
  expect(values['credentials.session_version']).toBe(4);
  expect(await verifyPassword(values['credentials.password_hash'], 'another long password')).toBe('right');
});

test('A new e-mail address of a user is claimed and the old claim deleted', async () => {
  const { writes } = await update({ email: 'bea@guard.test' });
  expect(writes.slice(1)).toMatchObject([
    { Put: { Item: { pk: 'EMAIL#bea@guard.test' }, ConditionExpression: 'attribute_not_exists(pk)' } },
    { Delete: { Key: { pk: 'EMAIL#ana@guard.test' } } },
  ]);
});

test('Changing a user’s e-mail address to that of another user is rejected', async () => {
  const taken = cancelledAt(1);
  await expect(update({ email: 'bea@guard.test' }, { answers: [taken] })).rejects.toMatchObject({
    code: 'email_taken',
  });
});

test('A user’s new role without assigned sites deletes the assignment', async () => {
  const { writes } = await update({ role: 'tenant_admin' });
  expect(writes.slice(1)).toMatchObject([{ Delete: { Key: { sk: expect.stringMatching(/^ASSIGNMENT#/) } } }]);
  expect((await update({ role: 'viewer' })).writes).toHaveLength(1);
  const admin = makeAccount({ role: 'tenant_admin' }, { password_hash });
  expect((await update({ role: 'viewer' }, { account: admin })).writes).toHaveLength(1);
});

test('A user who becomes a master is counted at the tenant', async () => {
  const { writes } = await update({ role: 'tenant_master' });
  expect(writes.at(-1)).toMatchObject({ Update: { Key: { sk: 'TENANT' } } });
});

test('Enabling the password login of a user requires a password', async () => {
  const account = makeAccount({ password_login_enabled: false });
  await expect(update({ password_login_enabled: true }, { account })).rejects.toMatchObject({
    fields: { password: ['The password field is required while password login is enabled.'] },
  });
  await expect(update({ name: 'Bea' }, { account })).resolves.toBeDefined();
});

test('Changing a user is rejected if If-Match does not match', async () => {
  const { table } = fakeTable([]);
  const change = updateUser(
    table,
    makeAccount(),
    { name: 'Bea' },
    { caller: master, ifMatch: '"x"', at: AT, guessesPerHour: 50 },
  );
  await expect(change).rejects.toMatchObject({ code: 'precondition_failed' });
});

const account = makeAccount({ role: 'tenant_admin' });
const self = {
  userId: account.entity.id,
  tenantId: account.entity.tenant_id,
  role: 'tenant_admin',
} as const;

test.each([{ role: 'operator' }, { status: 'inactive' }] as const)(
  'Nobody changes their own role or status: %j',
  async (changes) => {
    await expect(update(changes, { account, caller: self })).rejects.toMatchObject({
      code: 'own_account_protected',
    });
  },
);

test('Nobody changes users of a role that they do not manage, or assigns such a role', async () => {
  const admin = { ...self, userId: 'admin' };
  const ofMaster = makeAccount({ role: 'tenant_master' }, { password_hash });
  await expect(update({ name: 'Bea' }, { account: ofMaster, caller: admin })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(update({ role: 'tenant_master' }, { caller: admin })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

const caller = { userId: makeAccount().entity.id, tenantId: 'acme', role: 'tenant_master' } as const;
const own = () => makeAccount({ role: 'tenant_master' }, { password_hash });
const change = { password: 'another long password' };
const counted = { Attributes: { requests: new Set(['a']) } };

test('Users change their own password only with the current password, which the error names', async () => {
  await expect(update(change, { account: own(), caller })).rejects.toMatchObject({
    fields: { current_password: ['The current_password field is required to change your own password.'] },
  });
  const wrong = update(
    { ...change, current_password: 'wrong' },
    { account: own(), caller, answers: [counted] },
  );
  await expect(wrong).rejects.toMatchObject({
    fields: { current_password: ['The current_password field is not your current password.'] },
  });
});

test('A user’s change of the own password does not wait until its counted guess is removed', async () => {
  const answers: TableAnswers = ({ input }) =>
    input.UpdateExpression.startsWith('DELETE') ? new Promise(() => {}) : counted;
  const { values } = await update(
    { ...change, current_password: PASSWORD },
    { account: own(), caller, answers },
  );
  expect(values['credentials.session_version']).toBe(4);
});

test('The current password in a change of the own password counts as a guess until it proves right', async () => {
  const { sent } = await update(
    { ...change, current_password: PASSWORD },
    { account: own(), caller, answers: [counted] },
  );
  expect(sent.map(({ input }) => input.UpdateExpression?.split(' ')[0])).toEqual(['ADD', 'DELETE', 'SET']);
  expect(sent[0]?.input.ExpressionAttributeValues).toMatchObject({ ':v2': 50 });
});

test('Changing other users, also those without a password, needs no current password', async () => {
  await expect(update(change)).resolves.toBeDefined();
  await expect(update(change, { caller: TABLE_OWNER })).resolves.toBeDefined();
});

test.each([{}, { current_password: PASSWORD }])(
  'Nobody gives themselves a first password, with %j',
  async (given) => {
    const without = makeAccount({ role: 'tenant_master' });
    await expect(update({ ...change, ...given }, { account: without, caller })).rejects.toMatchObject({
      fields: { current_password: [expect.stringContaining('no password yet')] },
    });
  },
);
