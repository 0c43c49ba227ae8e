import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../../shared/accounts/password.ts';
import { beginSignIn, signIn } from '../../../../shared/accounts/sign-in.ts';
import { USERS } from '../../../../shared/accounts/user.ts';
import type { Runtime } from '../../../../shared/lambda/runtime.ts';
import { type LoginLimits, loginSubjects } from '../../../../shared/limits/guesses.ts';
import type { RateVerdict } from '../../../../shared/limits/rate-counter.ts';
import { fakeTable, type SentCommand } from '../../../support/fake-table.ts';
import { makeUser } from '../../../support/make-user.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { cancelledAt } from '../../../support/refusals.ts';

const now = new Date('2026-11-20T12:00:30.000Z');
const PASSWORD = 'correct horse battery staple';
const user = makeUser();
const tenantItem = { pk: `TENANT#${user.tenant_id}`, sk: 'TENANT', data: { status: 'active' } };

let userItem: { data: object; credentials: object };
beforeAll(async () => {
  userItem = {
    ...USERS.item(user),
    credentials: { password_hash: await hashPassword(PASSWORD), session_version: 3 },
  };
});

/** A table that knows one e-mail, answered by what is asked: calls run side by side. */
function runtimeOf(account: readonly object[] | Error, transaction: unknown = {}) {
  const { table, sent } = fakeTable(({ name, input }) => {
    if (name === 'TransactWriteCommand') return transaction;
    if (name === 'UpdateCommand') return { Attributes: { requests: new Set(['a']) } };
    if (name !== 'BatchGetCommand') return {};
    const [{ pk, sk }] = input.RequestItems['guard-test'].Keys;
    if (sk !== 'EMAIL') return account instanceof Error ? account : { Responses: { 'guard-test': account } };
    const claim = { pk, sk, tenant_id: user.tenant_id, user_id: user.id };
    return { Responses: { 'guard-test': pk === `EMAIL#${user.email}` ? [claim] : [] } };
  });
  const runtime = {
    table,
    settings: { tokenExpirationMinutes: 60, failedLoginsPerHour: 50 },
    randomBytes: (size: number) => new Uint8Array(size).fill(7),
  } as unknown as Runtime;
  return { runtime, sent };
}

const limits = (first: boolean, all: boolean): LoginLimits => {
  const verdict = async (allowed: boolean): Promise<RateVerdict> => ({
    allowed,
    limit: 5,
    remaining: 0,
    resetsAtSeconds: 0,
    retryAfterSeconds: 1,
  });
  return { first: verdict(first), all: verdict(all) };
};
const ADMITTED = limits(true, true);
const never = new Promise<RateVerdict>(() => {});
const login = async (runtime: Runtime, sent: typeof attempt) =>
  signIn(runtime, sent, await beginSignIn(runtime, sent, ADMITTED));

const attempt = { email: user.email, password: PASSWORD, address: '203.0.113.7', now };
const named = (sent: readonly SentCommand[], name: string) => sent.filter((call) => call.name === name);

test('A sign-in returns a token and the user with the time of this login', async () => {
  const { runtime, sent } = runtimeOf([userItem, tenantItem]);
  const session = await login(runtime, attempt);
  expect(session.user).toEqual({ ...user, last_login_at: '2026-11-20T12:00:30.000+00:00' });
  expect(session.token).toMatch(/^\d+\|guard_/);
  const [transaction] = named(sent, 'TransactWriteCommand');
  expect(transaction?.input.TransactItems).toMatchObject([
    {
      Put: {
        Item: {
          data: { user_id: user.id, session_version: 3, expires_at: '2026-11-20T13:00:30.000+00:00' },
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Update: {
        TableName: 'guard-test',
        Key: { pk: tenantItem.pk, sk: `USER#${user.id}` },
      },
    },
  ]);
  expect(readExpressions(transaction?.input.TransactItems[1].Update)).toEqual({
    update: 'SET data.last_login_at = "2026-11-20T12:00:30.000+00:00" ADD revision 1',
    condition: 'credentials.session_version = 3',
  });
});

test('A sign-in with the right password removes its guess from the count and records the network address', async () => {
  const { runtime, sent } = runtimeOf([userItem, tenantItem]);
  await login(runtime, attempt);
  const { pair, guesses } = loginSubjects(attempt);
  expect(named(sent, 'UpdateCommand').map(({ input }) => [input.Key.pk, input.UpdateExpression])).toEqual([
    [`RATE#${guesses}`, 'ADD #requests :v0 SET #ttl = :v1'],
    [`RATE#${guesses}`, 'DELETE #requests :v0'],
  ]);
  expect(named(sent, 'PutCommand').map(({ input }) => input.Item.pk)).toEqual([`RATE#${pair}`]);
});

test('A sign-in with a wrong password is refused and stays counted as a guess', async () => {
  const { runtime, sent } = runtimeOf([userItem, tenantItem]);
  const signingIn = login(runtime, { ...attempt, password: 'wrong' });
  await expect(signingIn).rejects.toMatchObject({ code: 'invalid_credentials', reason: undefined });
  expect(named(sent, 'UpdateCommand')).toHaveLength(1);
  expect(named(sent, 'PutCommand')).toEqual([]);
});

test('A sign-in with an unknown e-mail address is refused like a wrong password, after the same number of reads', async () => {
  const known = runtimeOf([userItem, tenantItem]);
  const unknown = runtimeOf([]);
  await expect(login(known.runtime, { ...attempt, password: 'wrong' })).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
  await expect(login(unknown.runtime, { ...attempt, email: 'nobody@guard.test' })).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
  const readsOf = (sent: readonly SentCommand[]) =>
    sent.map(({ name, input }) => [name, input.RequestItems?.['guard-test'].Keys.length]);
  expect(readsOf(unknown.sent)).toEqual(readsOf(known.sent));
  const [, nobody] = named(unknown.sent, 'BatchGetCommand');
  expect(nobody?.input.RequestItems['guard-test'].Keys).toEqual([
    { pk: 'TENANT#nobody', sk: 'USER#nobody' },
    { pk: 'TENANT#nobody', sk: 'TENANT' },
  ]);
});

test.each([
  ['blocked', 'account_not_active', 'user_blocked', { status: 'blocked' }, tenantItem],
  [
    'of a tenant that is not active',
    'account_not_active',
    'tenant_not_active',
    {},
    { ...tenantItem, data: { status: 'inactive' } },
  ],
  [
    'without password login',
    'password_login_disabled',
    undefined,
    { password_login_enabled: false },
    tenantItem,
  ],
])(
  'A sign-in of a user %s with the right password names the reason',
  async (_, code, reason, fields, tenant) => {
    const item = { ...userItem, data: { ...user, ...fields } };
    const { runtime, sent } = runtimeOf([item, tenant]);
    await expect(login(runtime, attempt)).rejects.toMatchObject({ code, reason });
    expect(named(sent, 'TransactWriteCommand')).toEqual([]);
    expect(named(sent, 'UpdateCommand')).toHaveLength(2); // it was no guess
  },
);

test('A sign-in fails if the user’s sessions end meanwhile', async () => {
  const { runtime } = runtimeOf([userItem, tenantItem], cancelledAt(1));
  await expect(login(runtime, attempt)).rejects.toMatchObject({
    code: 'invalid_credentials',
    reason: 'session_ended_meanwhile',
  });
});

const begin = (runtime: Runtime, ...[first, all]: [boolean, boolean]) =>
  beginSignIn(runtime, attempt, limits(first, all));
const guessesOf = (sent: readonly SentCommand[]) =>
  named(sent, 'UpdateCommand').map(({ input }) => input.UpdateExpression.split(' ')[0]);

test('A sign-in reads the e-mail address and the known network address in one call, without waiting for the limits', async () => {
  const { runtime, sent } = runtimeOf([userItem, tenantItem]);
  void beginSignIn(runtime, attempt, { first: never, all: never });
  expect(sent.map(({ input }) => input.RequestItems['guard-test'])).toEqual([
    {
      Keys: [
        { pk: `EMAIL#${user.email}`, sk: 'EMAIL' },
        { pk: `RATE#${loginSubjects(attempt).pair}`, sk: 'KNOWN' },
      ],
      ConsistentRead: true,
    },
  ]);
});

test('If the first rate limit refuses a sign-in, no guess is counted and no account is read', async () => {
  const { runtime, sent } = runtimeOf([userItem, tenantItem]);
  const begun = begin(runtime, false, false);
  await expect(begun).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(sent).toHaveLength(1);
});

test('At a sign-in, the count of guesses and the account do not wait for the second rate limit', async () => {
  const { runtime, sent } = runtimeOf([userItem, tenantItem]);
  void beginSignIn(runtime, attempt, { ...ADMITTED, all: never });
  await setImmediate();
  expect(guessesOf(sent)).toEqual(['ADD']);
  expect(named(sent, 'BatchGetCommand')).toHaveLength(2);
});

test('A sign-in that is refused later leaves no counted guess', async () => {
  const { runtime, sent } = runtimeOf([userItem, tenantItem]);
  await begin(runtime, true, false);
  expect(guessesOf(sent)).toEqual(['ADD', 'DELETE']);
});

test('A sign-in for which the account cannot be read leaves no counted guess', async () => {
  const { runtime, sent } = runtimeOf(new Error('no table'));
  await expect(begin(runtime, true, true)).rejects.toThrow('no table');
  expect(guessesOf(sent)).toEqual(['ADD', 'DELETE']);
});
