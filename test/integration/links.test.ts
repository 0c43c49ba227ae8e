import { randomBytes } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueToken, tokenItem } from '../../shared/accounts/token.ts';
import { linkKey, rateKey } from '../../shared/table/keys.ts';
import { putItem } from '../../shared/table/writes.ts';
import { en } from '../../shared/texts/en.ts';
import { type FaultyGuard, startFaultyGuard } from '../faults/faulty-guard.ts';
import { type CallAs, type Caller, signInCallers } from '../support/callers.ts';
import { startGuard } from '../support/guard.ts';
import { startMail, type TestMail } from '../support/mail.ts';

const PASSWORD = 'a-long-enough-password';
const OTHER = 'another-long-password';
const HOUR = 3_600_000;
const RESETS = 'POST /api/v1/auth/password-resets';
const CONFIRM = `${RESETS}/confirm`;

let guard: FaultyGuard;
let mail: TestMail;
let as: CallAs;
beforeAll(async () => {
  guard = await startFaultyGuard({
    settings: { mailFrom: 'guard@example.com', tokenExpirationMinutes: 525_600 },
  });
  mail = await startMail(guard);
  as = await signInCallers(guard);
});
afterAll(async () => {
  await mail.stop();
  await guard.stop();
});
beforeEach(async () => {
  guard.proxy.disarm();
  await mail.deliver(); // what the test before queued
  guard.clock.advance(24 * HOUR); // nothing is counted any more
});

let count = 0;
const newEmail = () => `invited-${++count}@acme.test`;

async function create(fields: object = {}, caller: Caller = 'master') {
  const json = { name: 'Ina Invited', email: newEmail(), role: 'operator', ...fields };
  return as(caller, 'POST /api/v1/users', { json });
}

/** A new user and the token of the link that they were sent. */
async function invite(fields: object = {}) {
  const { status, body: user } = await create(fields);
  expect(status).toBe(201);
  return { user, token: await sentToken() };
}

async function withPassword() {
  const { body: user } = await create({ password: PASSWORD });
  return user;
}

const requestReset = (email: string) => guard.call(RESETS, { json: { email } });
async function reset(email: string) {
  expect((await requestReset(email)).status).toBe(202);
  return sentToken();
}

/** The token of the one mail with a link that is sent now. */
async function sentToken(): Promise<string> {
  const [sent, ...others] = (await mail.deliver()).filter(({ text }) => text.includes('token='));
  expect(others).toEqual([]);
  return /token=(\S+)/.exec(sent?.text ?? '')?.[1] ?? '';
}

const confirm = (token: string, password = PASSWORD) => guard.call(CONFIRM, { json: { token, password } });
const login = (email: string, password = PASSWORD) =>
  guard.call('POST /api/v1/auth/login', { json: { email, password } });
const change = (user: { id: string }, json: object) =>
  as('master', `PATCH /api/v1/users/${user.id}`, { json });
const again = (user: { id: string }, caller: Caller = 'master') =>
  as(caller, `POST /api/v1/users/${user.id}/invitation`);

const NOT_VALID = { status: 422, body: { code: 'link_not_valid' } };

describe('an invitation', () => {
  test('A person who is created without a password sets it once by the link in the mail, and signs in', async () => {
    const email = "o'hara+first@acme.test";
    expect((await create({ email })).body).toMatchObject({ email, password_login_enabled: true });
    const [sent] = await mail.deliver();
    expect(sent).toMatchObject({ channel: 'email', to: email });
    expect(sent?.text).toMatch(
      new RegExp(
        `\\n${guard.url}/console#/invitation\\?email=o%27hara%2Bfirst%40acme.test&token=guard_l_[0-9A-Za-z]+\\n`,
      ),
    );
    expect([sent?.subject, sent?.text]).toEqual([
      expect.stringContaining('Acme'),
      expect.stringContaining('Acme'),
    ]);
    const token = /token=(\S+)/.exec(sent?.text ?? '')?.[1] ?? '';
    expect((await confirm(token)).status).toBe(204);
    expect((await login(email)).status).toBe(200);
    expect(await confirm(token, OTHER)).toMatchObject(NOT_VALID);
    expect((await login(email)).status).toBe(200);
  });

  test('A login as an invited user without a password gets the same response after the same calls as a wrong password', async () => {
    const { user } = await invite();
    guard.proxy.disarm();
    const invited = await login(user.email);
    // An address from which this person signed in before has a counter of its own.
    const callsOf = () => [...guard.proxy.calls].map((it) => it.replace('known-login', 'login')).sort();
    const calls = callsOf();
    guard.proxy.disarm();
    const wrong = await login('operator@acme.test', OTHER);
    expect([invited.status, invited.body.code]).toEqual([wrong.status, wrong.body.code]);
    expect(callsOf()).toEqual(calls);
  });

  test('The link of an invitation is valid for 72 hours', async () => {
    const { token } = await invite();
    guard.clock.advance(72 * HOUR - 1);
    expect((await confirm(token, 'short')).body.code).toBe('validation_failed');
    guard.clock.advance(1);
    expect(await confirm(token)).toMatchObject(NOT_VALID);
  });

  test('A second invitation replaces the first, but a password reset request leaves the invitation valid', async () => {
    const { user, token } = await invite();
    expect((await again(user)).status).toBe(202);
    const newer = await sentToken();
    expect(await confirm(token)).toMatchObject(NOT_VALID);
    const resetToken = await reset(user.email);
    expect((await confirm(newer)).status).toBe(204);
    expect(await confirm(resetToken)).toMatchObject(NOT_VALID);
  });

  test('A user with a password, a blocked user and a user of single sign-on cannot be invited', async () => {
    const { user: blocked } = await invite();
    await change(blocked, { status: 'blocked' });
    const { body: sso } = await create({ password_login_enabled: false });
    for (const user of [await withPassword(), blocked, sso]) {
      expect(await again(user)).toMatchObject({ status: 409, body: { code: 'invitation_not_open' } });
    }
    expect(await mail.deliver()).toEqual([]);
  });

  test('A tenant admin can invite operators but not tenant admins again, and another tenant gets 404', async () => {
    const { user } = await invite({ role: 'tenant_admin' });
    expect((await again(user, 'admin')).status).toBe(403);
    expect((await again(user, 'globex')).status).toBe(404);
    const { user: operator } = await invite();
    expect((await again(operator, 'admin')).status).toBe(202);
    expect(await sentToken()).toContain('guard_l_');
  });

  test('An invited user can be changed before they accept, but password login cannot be enabled again without a password', async () => {
    const { user } = await invite();
    expect((await change(user, { name: 'Ina Renamed' })).status).toBe(200);
    expect((await change(user, { password_login_enabled: false })).status).toBe(200);
    expect((await change(user, { password_login_enabled: true })).body.errors).toHaveProperty('password');
  });

  test('A tenant sends at most 100 invitations a day', async () => {
    const { user } = await invite();
    const counter = rateKey(`invitations#${user.tenant_id}`, guard.clock.now.toISOString().slice(0, 10));
    const requests = new Set(Array.from({ length: 99 }, (_, place) => `${place}`));
    await putItem(guard.table, { ...counter, requests });
    expect((await again(user)).status).toBe(202);
    expect((await create()).status).toBe(429);
    expect(await mail.deliver()).toHaveLength(1);
  });
});

describe('a first password', () => {
  /** A session of single sign-on of a user without a password. */
  async function sessionOf({ id: userId, tenant_id: tenantId }: { id: string; tenant_id: string }) {
    const token = issueToken({ tenantId, userId }, randomBytes);
    const authentication = { method: 'sso' } as const;
    const issue = { sessionVersion: 1, now: guard.clock.now, lifetimeMinutes: 5, authentication };
    await putItem(guard.table, tokenItem(token, issue));
    return token.plainText;
  }

  test.each([
    ['PATCH /api/v1/auth/me', { password: OTHER }],
    ['PATCH /api/v1/auth/me', { password: OTHER, current_password: OTHER }],
    ['PATCH /api/v1/users/{id}', { password: OTHER }],
    ['POST /api/v1/auth/me/totp', { current_password: OTHER }],
  ])(
    'A first password cannot be set in a single sign-on session by %s with %j, but through the invitation',
    async (path, json) => {
      const { user, token } = await invite({ role: 'tenant_master', sso_login_enabled: true });
      const session = await sessionOf(user);
      const { status, body } = await guard.call(path.replace('{id}', user.id), { token: session, json });
      expect([status, body.errors]).toEqual([
        422,
        { current_password: [expect.stringContaining('no password yet')] },
      ]);
      expect((await login(user.email, OTHER)).status).toBe(401);
      expect((await confirm(token)).status).toBe(204);
      expect((await login(user.email)).status).toBe(200);
    },
  );

  test('The invitation to an address is not valid after the address was changed and changed back', async () => {
    const { user, token } = await invite();
    for (const email of [newEmail(), user.email]) await change(user, { email });
    expect(await confirm(token)).toMatchObject(NOT_VALID);
    await again(user);
    expect((await confirm(await sentToken())).status).toBe(204);
  });
});

describe('a changed password', () => {
  const mailed = async () => (await mail.deliver()).map(({ to, subject }) => `${subject} > ${to}`);
  const noticeTo = (email: string) => `${en.mails.passwordChanged('').subject} > ${email}`;

  test('A user gets a mail after every change of their password, whoever made it, and after no other change', async () => {
    const user = await withPassword();
    const session = (await login(user.email)).body.token;
    const own = { password: OTHER, current_password: PASSWORD };
    expect((await guard.call('PATCH /api/v1/auth/me', { token: session, json: own })).status).toBe(200);
    expect(await mailed()).toEqual([noticeTo(user.email)]);
    expect((await change(user, { password: PASSWORD })).status).toBe(200);
    expect(await mailed()).toEqual([noticeTo(user.email)]);
    expect((await change(user, { name: 'Ina Renamed' })).status).toBe(200);
    expect((await guard.call('PATCH /api/v1/auth/me', { token: session, json: own })).status).toBe(401);
    const wrong = {
      token: (await login(user.email)).body.token,
      json: { password: OTHER, current_password: 'x' },
    };
    expect((await guard.call('PATCH /api/v1/auth/me', wrong)).status).toBe(422);
    expect(await mailed()).toEqual([]);
    await confirm(await reset(user.email), OTHER);
    expect(await mailed()).toEqual([noticeTo(user.email)]);
  });
});

describe('a lost password', () => {
  test('Resetting a lost password ends all sessions, invalidates the old password, and does not sign the user in', async () => {
    const { email } = await withPassword();
    const { body } = await login(email);
    const token = await reset(email);
    const answer = await confirm(token, OTHER);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await guard.call('GET /api/v1/auth/me', { token: body.token })).status).toBe(401);
    // Among events of one millisecond, none is the newest.
    const query = `entity_id=${body.user.id}&action=user.password_set_by_link`;
    const audited = await as('master', `GET /api/v1/audit-events?${query}`);
    expect(audited.body.data).toMatchObject([{ changes: [{ field: 'password', from: null, to: null }] }]);
    expect([(await login(email)).status, (await login(email, OTHER)).status]).toEqual([401, 200]);
  });

  test('A password reset request does the same work, and gets the same response, whether the e-mail address is known or not', async () => {
    const seen = [];
    for (const email of ['operator@acme.test', 'blocked@acme.test', 'nobody@acme.test']) {
      guard.proxy.disarm();
      const { status, text } = await requestReset(email);
      seen.push({ status, text, calls: [...guard.proxy.calls] });
    }
    const calls = ['UpdateItem RATE#login', 'UpdateItem RATE#login-address'];
    expect(seen).toEqual(Array(3).fill({ status: 202, text: '', calls }));
    expect((await mail.deliver()).map(({ to }) => to)).toEqual(['operator@acme.test']);
  });

  test('The fourth password reset request of an hour is accepted but sends no mail', async () => {
    const { email } = await withPassword();
    for (let time = 0; time < 4; time++)
      expect((await requestReset(` ${email.toUpperCase()}`)).status).toBe(202);
    expect(await mail.deliver()).toHaveLength(3);
  });

  test('A password reset request sends no mail to a blocked user or a user of single sign-on', async () => {
    const blocked = await withPassword();
    await change(blocked, { status: 'blocked' });
    const { body: sso } = await create({ password_login_enabled: false });
    for (const { email } of [blocked, sso]) await requestReset(email);
    expect(await mail.deliver()).toEqual([]);
  });

  test('The link of a password reset is valid for 30 minutes, or until another reset is requested', async () => {
    const { email } = await withPassword();
    const tokens = [await reset(email), await reset(email)];
    expect(await confirm(tokens[0] ?? '')).toMatchObject(NOT_VALID);
    guard.clock.advance(HOUR / 2);
    expect(await confirm(tokens[1] ?? '')).toMatchObject(NOT_VALID);
  });

  test.each<[string, (user: { id: string; email: string }) => Promise<unknown>]>([
    ['another address', (user) => change(user, { email: newEmail() })],
    [
      'another address and then the old one again',
      async (user) => {
        await change(user, { email: newEmail() });
        await change(user, { email: user.email });
      },
    ],
    ['another status', (user) => change(user, { status: 'blocked' })],
    [
      'another status and then the old one again',
      async (user) => {
        await change(user, { status: 'blocked' });
        await change(user, { status: 'active' });
      },
    ],
    ['no password login', (user) => change(user, { password_login_enabled: false })],
    ['another password', (user) => change(user, { password: OTHER })],
    ['a deletion', (user) => as('master', `DELETE /api/v1/users/${user.id}`)],
  ])('The link of a password reset is no longer valid after this change of the user: %s', async (_, act) => {
    const user = await withPassword();
    const token = await reset(user.email);
    await act(user);
    expect(await confirm(token)).toMatchObject(NOT_VALID);
  });

  test('While a tenant is inactive, its users get no mail, and the link of a password reset is not valid', async () => {
    const token = await reset('master@globex.test');
    const { body } = await as('globex', 'GET /api/v1/auth/me');
    const tenant = `PATCH /api/v1/tenants/${body.tenant_id}`;
    await as('platform', tenant, { json: { status: 'inactive' } });
    expect(await confirm(token)).toMatchObject(NOT_VALID);
    await requestReset('master@globex.test');
    expect(await mail.deliver()).toEqual([]);
    await as('platform', tenant, { json: { status: 'active' } });
    expect((await confirm(token)).status).toBe(204);
  });

  test('If a link to set a password is confirmed twice at once, only one confirmation sets the password', async () => {
    const { email } = await withPassword();
    const token = await reset(email);
    const passwords = Array.from({ length: 5 }, (_, place) => `${OTHER}-${place}`);
    const answers = await Promise.all(passwords.map((password) => confirm(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422, 422, 422]);
    const winner = passwords[answers.findIndex(({ status }) => status === 204)];
    expect((await login(email, winner)).status).toBe(200);
  });

  test('If two links of one user are used at the same time, only one sets the password', async () => {
    const { user, token } = await invite();
    const tokens = [token, await reset(user.email)];
    const answers = await Promise.all(tokens.map((it, place) => confirm(it, `${OTHER}-${place}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
    const winner = answers.findIndex(({ status }) => status === 204);
    expect((await login(user.email, `${OTHER}-${winner}`)).status).toBe(200);
  });

  test('A password is set by its link even if every reply of the table to the write is lost', async () => {
    const { email } = await withPassword();
    const token = await reset(email);
    const times = Number.POSITIVE_INFINITY;
    guard.proxy.arm({ call: 'TransactWriteItems USER', fault: { kind: 'reply_lost' }, after: 0, times });
    expect((await confirm(token, OTHER)).status).toBe(204);
    guard.proxy.disarm();
    expect((await login(email, OTHER)).status).toBe(200);
  });

  test('No other secret and no altered token is accepted as a link to set a password', async () => {
    const { email } = await withPassword();
    const session = (await login(email)).body.token;
    const token = await reset(email);
    const altered = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const wrong of [
      session,
      session.split('|')[1],
      `1|${token}`,
      `${token}0`,
      token.slice(1),
      altered,
      ' ',
    ]) {
      expect(await confirm(wrong)).toMatchObject(NOT_VALID);
    }
    expect((await confirm('x'.repeat(1_025))).body.code).toBe('validation_failed');
    expect((await confirm(token, 'too short')).body.errors).toHaveProperty('password');
    expect((await confirm(token, OTHER)).status).toBe(204);
  });

  test('The table contains only the hash of a link’s token, and deletes it after it expires', async () => {
    const user = await withPassword();
    const token = await reset(user.email);
    const { Item } = await guard.table.client.send(
      new GetCommand({ TableName: guard.table.name, Key: linkKey(user.tenant_id, user.id, 'reset') }),
    );
    expect(JSON.stringify(Item)).not.toContain(token.slice(-40));
    expect(Item?.['ttl']).toBe(Math.floor(guard.clock.now.getTime() / 1_000) + 1_801);
  });
});

test('A stage without mail requires passwords for new users, and says that it sends no mail', async () => {
  const silent = await startGuard();
  const token = await silent.signIn('master@acme.test');
  const json = { name: 'No Mail', email: newEmail(), role: 'operator' };
  const created = await silent.call('POST /api/v1/users', { token, json });
  expect(created.body.errors).toEqual({ password: [expect.any(String)] });
  const { body } = await silent.call('POST /api/v1/users', { token, json: { ...json, password: PASSWORD } });
  const answers = [
    await silent.call(RESETS, { json: { email: body.email } }),
    await silent.call(`POST /api/v1/users/${body.id}/invitation`, { token }),
  ];
  expect(answers.map((it) => it.body.code)).toEqual(['mail_not_configured', 'mail_not_configured']);
  await silent.stop();
});

test('Password reset requests and confirmations count towards rate limits like logins: by e-mail address or token, and by network address', async () => {
  const limited = await startGuard({
    settings: {
      mailFrom: 'guard@example.com',
      authRequestsPerMinute: 2,
      loginRequestsPerAddressPerMinute: 3,
    },
  });
  const answers = [];
  for (const token of ['a', 'a', 'a', 'b', 'c']) {
    answers.push((await limited.call(CONFIRM, { json: { token, password: PASSWORD } })).status);
  }
  expect(answers).toEqual([422, 422, 429, 422, 429]);
  expect((await limited.call(RESETS, { json: { email: 'nobody@acme.test' } })).status).toBe(429);
  await limited.stop();
});
