import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeItems } from '../../lib/local/write-items.ts';
import { issueToken, tokenItem } from '../../shared/accounts/token.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { LANES, playRounds, race } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

let guard: TestGuard;
let master: string;
beforeAll(async () => {
  guard = await startGuard({ settings: { failedLoginsPerHour: 5 } });
  master = await guard.signIn('master@acme.test');
});
afterAll(() => guard.stop());

const PASSWORD = 'a long enough password';
const OTHER_PASSWORD = 'another long enough password';
const ME = '/api/v1/auth/me';
const SESSIONS = '/api/v1/auth/sessions';

let count = 0;

/** A user with a password, who is used by no other test. */
async function newUser(role = 'viewer') {
  count += 1;
  const email = `own-${count}@acme.test`;
  const json = { name: `Own ${count}`, email, role, password: PASSWORD };
  const { status, text, body } = await guard.call('POST /api/v1/users', { token: master, json });
  if (status !== 201) throw new Error(text);
  return { id: body.id as string, tenantId: body.tenant_id as string, email };
}

const login = (email: string, password = PASSWORD) =>
  guard.call('POST /api/v1/auth/login', { json: { email, password } });

async function signIn(email: string, password = PASSWORD): Promise<string> {
  const { status, text, body } = await login(email, password);
  if (status !== 200) throw new Error(text);
  return body.token;
}

const call = (token: string, request: string, json?: object, headers = {}) =>
  guard.call(request, { token, headers, ...(json ? { json } : {}) });
const statusOf = async (token: string) => (await call(token, `GET ${ME}`)).status;
const idOf = (token: string) => Number.parseInt(token, 10);

/** `count` sessions of a new user. */
async function newSessions(sessions: number) {
  const user = await newUser();
  const tokens: string[] = [];
  for (let session = 0; session < sessions; session++) {
    tokens.push(await signIn(user.email));
    guard.clock.advance(1);
  }
  return { ...user, tokens };
}

describe('PATCH /api/v1/auth/me', () => {
  test.each(['tenant_master', 'tenant_admin', 'operator', 'viewer'])(
    'A %s can change their own name in their account',
    async (role) => {
      const { id, email } = await newUser(role);
      const token = await signIn(email);
      const answer = await call(token, `PATCH ${ME}`, { name: ' Renamed ' });
      expect([answer.status, answer.body.name]).toEqual([200, 'Renamed']);
      const { body } = await call(master, `GET /api/v1/users/${id}`);
      expect(body).toEqual(answer.body);
    },
  );

  test('Changing the own account is 422 with a role, status, e-mail address, empty name, empty body or nothing but the current password', async () => {
    const { email } = await newUser('tenant_master');
    const token = await signIn(email);
    for (const json of [
      { role: 'platform_admin' },
      { status: 'inactive' },
      { email: 'x@acme.test' },
      { password_login_enabled: false },
      { name: '' },
      { current_password: PASSWORD },
      {},
    ]) {
      expect((await call(token, `PATCH ${ME}`, json)).status).toBe(422);
    }
  });

  test('With If-Match, a change of the own account is rejected if the account has changed since its ETag was read', async () => {
    const token = await signIn((await newUser()).email);
    const etag = (await call(token, `GET ${ME}`)).headers.get('etag') ?? '';
    const change = (name: string) => call(token, `PATCH ${ME}`, { name }, { 'If-Match': etag });
    expect((await change('First')).status).toBe(200);
    const late = await change('Second');
    expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
  });

  test('Changing the own password ends all other sessions and keeps the current one', async () => {
    const { email, tokens } = await newSessions(3);
    const [current = '', ...others] = tokens;
    const json = { password: OTHER_PASSWORD, current_password: PASSWORD };
    expect((await call(current, `PATCH ${ME}`, json)).status).toBe(200);
    expect(await statusOf(current)).toBe(200);
    expect(await Promise.all(others.map(statusOf))).toEqual([401, 401]);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200);
    const { body } = await call(current, 'POST /api/v1/auth/refresh');
    expect(await statusOf(body.token)).toBe(200);
  });

  test.each([
    ['without the current one', { password: OTHER_PASSWORD }],
    ['with a wrong current one', { password: OTHER_PASSWORD, current_password: 'wrong' }],
  ])('Changing the own password %s is rejected and ends no session', async (_, json) => {
    const { email, tokens } = await newSessions(2);
    const answer = await call(tokens[0] ?? '', `PATCH ${ME}`, { ...json, name: 'Not changed' });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['current_password']]);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 200]);
    expect((await login(email)).body.user.name).not.toBe('Not changed');
  });

  test('When the own password is changed, a wrong current password counts as a failed login, and a right one does not', async () => {
    const { email } = await newUser();
    const token = await signIn(email);
    const change = (current_password: string) =>
      call(token, `PATCH ${ME}`, { password: PASSWORD, current_password });
    for (let round = 0; round < 8; round++) expect((await change(PASSWORD)).status).toBe(200);
    const wrong = await Promise.all(Array.from({ length: 8 }, () => change('wrong')));
    expect(wrong.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(3);
    expect((await change(PASSWORD)).status).toBe(429);
  });

  test('If two sessions change the own password at once, one succeeds and keeps its session, and the other session ends', async () => {
    const { email, tokens } = await newSessions(2);
    const passwords = ['the first long password', 'the second long password'];
    const answers = await Promise.all(
      tokens.map((token, place) =>
        call(token, `PATCH ${ME}`, { password: passwords[place], current_password: PASSWORD }),
      ),
    );
    // The other request finds its session ended, or its current password changed.
    expect(answers.map(({ status }) => status).sort()).toBeOneOf([
      [200, 401],
      [200, 422],
    ]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await statusOf(tokens[winner] ?? '')).toBe(200);
    expect(await statusOf(tokens[1 - winner] ?? '')).toBe(401);
    expect((await login(email, passwords[winner])).status).toBe(200);
  });
});

describe('a password on another keyboard', () => {
  const [composed, typed] = ['caf\u00e9 battery horse', 'cafe\u0301 battery horse'];

  test('A password with accented letters is accepted at login and as the current password, in composed and decomposed Unicode', async () => {
    const { email } = await newUser();
    const token = await signIn(email);
    const change = { password: composed, current_password: PASSWORD };
    expect((await call(token, `PATCH ${ME}`, change)).status).toBe(200);
    expect([(await login(email, typed)).status, (await login(email, composed)).status]).toEqual([200, 200]);
    const again = { password: PASSWORD, current_password: typed };
    expect((await call(token, `PATCH ${ME}`, again)).status).toBe(200);
  });
});

describe('GET /api/v1/auth/sessions', () => {
  test('The list of a user’s own sessions shows the open ones newest first, marks the current one and contains no secret', async () => {
    const { tokens } = await newSessions(3);
    const [first = '', second = '', third = ''] = tokens;
    const answer = await call(second, `GET ${SESSIONS}`);
    expect(answer.status).toBe(200);
    expect(answer.body.data.map(({ id }: { id: number }) => id)).toEqual([third, second, first].map(idOf));
    expect(answer.body.data.map(({ current }: { current: boolean }) => current)).toEqual([
      false,
      true,
      false,
    ]);
    expect(answer.body.data[0]).toEqual({
      id: idOf(third),
      created_at: expect.any(String),
      expires_at: expect.any(String),
      current: false,
      connected: false,
      kept: false,
      ip_address: '127.0.0.1',
      user_agent: 'node',
    });
  });

  test('The list of a user’s own sessions excludes those that were logged out, refreshed, expired or ended', async () => {
    const { tokens } = await newSessions(3);
    const [old = '', loggedOut = '', ended = ''] = tokens;
    await call(loggedOut, 'POST /api/v1/auth/logout');
    const refreshed: string = (await call(old, 'POST /api/v1/auth/refresh')).body.token;
    const listed = await call(refreshed, `GET ${SESSIONS}`);
    expect(listed.body.data.map(({ id }: { id: number }) => id)).toEqual([idOf(refreshed), idOf(ended)]);

    guard.clock.advance(23 * 3_600_000);
    const renewed: string = (await call(refreshed, 'POST /api/v1/auth/refresh')).body.token;
    const expiring = await newSessions(1);
    guard.clock.advance(3_600_000 - 2); // the third session expires at this instant
    const later = await call(renewed, `GET ${SESSIONS}`);
    expect(later.body.data.map(({ id }: { id: number }) => id)).toEqual([idOf(renewed)]);
    expect(await statusOf(expiring.tokens[0] ?? '')).toBe(200);
    master = await guard.signIn('master@acme.test');
  });

  test('The list of a user’s own sessions is paged forward and back', async () => {
    const { tokens } = await newSessions(5);
    const [token = ''] = tokens;
    const newestFirst = tokens.map(idOf).toReversed();
    const page = async (parameters: string) => (await call(token, `GET ${SESSIONS}?${parameters}`)).body;
    const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
    const first = await page('limit=2');
    const second = await page(`limit=2&cursor=${first.meta.next_cursor}`);
    const third = await page(`limit=2&cursor=${second.meta.next_cursor}`);
    expect([first, second, third].map(idsOf)).toEqual([
      newestFirst.slice(0, 2),
      newestFirst.slice(2, 4),
      newestFirst.slice(4),
    ]);
    expect(third.meta.next_cursor).toBeNull();
    expect(idsOf(await page(`limit=2&cursor=${third.meta.prev_cursor}`))).toEqual(newestFirst.slice(2, 4));
    const other = await signIn((await newUser()).email);
    const foreign = await call(other, `GET ${SESSIONS}?cursor=${first.meta.next_cursor}`);
    expect(foreign.status).toBe(422);
  });

  test('The list of a user’s own sessions contains the current session even if the user has 1,000 others', async () => {
    const { id: userId, tenantId, tokens } = await newSessions(1);
    const [token = ''] = tokens;
    const { now } = guard.clock;
    const items = Array.from({ length: 1_000 }, (_, place) => {
      const issued = issueToken({ tenantId, userId }, (size) => new Uint8Array(size));
      // Low ids, which sort before all random ones.
      const tokenId = 1_000_000_000_000_000 + place;
      return tokenItem({ ...issued, tokenId }, { sessionVersion: 1, now, lifetimeMinutes: 60 });
    });
    await writeItems(guard.table, items);
    let listed = 0;
    let current = 0;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await call(token, `GET ${SESSIONS}?limit=100${cursor && `&cursor=${cursor}`}`);
      listed += body.data.length;
      current += body.data.filter((session: { current: boolean }) => session.current).length;
      cursor = body.meta.next_cursor;
    }
    expect([listed, current]).toEqual([1_001, 1]);
  });
});

describe('DELETE /api/v1/auth/sessions/{token_id}', () => {
  test('Ending one of the own sessions leaves the others open, and ending the current session is a logout', async () => {
    const { tokens } = await newSessions(3);
    const [first = '', second = '', third = ''] = tokens;
    expect((await call(first, `DELETE ${SESSIONS}/${idOf(second)}`)).status).toBe(204);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 401, 200]);
    expect((await call(first, `DELETE ${SESSIONS}/${idOf(first)}`)).status).toBe(204);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 200]);
    expect((await call(third, `DELETE ${SESSIONS}/${idOf(first)}`)).status).toBe(404);
  });

  test.each<[string, (own: string, other: string) => Promise<unknown>]>([
    ['with all other sessions', (own) => call(own, `DELETE ${SESSIONS}`)],
    [
      'by a new password',
      (own) => call(own, `PATCH ${ME}`, { password: OTHER_PASSWORD, current_password: PASSWORD }),
    ],
    ['by its logout', (_, other) => call(other, 'POST /api/v1/auth/logout')],
    ['by its refresh', (_, other) => call(other, 'POST /api/v1/auth/refresh')],
  ])('Ending a session that ended %s gets 404', async (_, end) => {
    const { tokens } = await newSessions(2);
    const [own = '', other = ''] = tokens;
    expect((await end(own, other)) as { status: number }).toMatchObject({ status: expect.any(Number) });
    expect((await call(own, `DELETE ${SESSIONS}/${idOf(other)}`)).status).toBe(404);
    expect((await call(own, `DELETE ${SESSIONS}/${idOf(own)}`)).status).toBe(204);
  });

  test('Ending an expired session is 404, even before its item is deleted from the table', async () => {
    const { id: userId, tenantId, tokens } = await newSessions(1);
    const issued = issueToken({ tenantId, userId }, (size) => new Uint8Array(size).fill(9));
    const issue = { sessionVersion: 1, now: guard.clock.now, lifetimeMinutes: 1 };
    await writeItems(guard.table, [tokenItem(issued, issue)]);
    guard.clock.advance(60_000);
    expect((await call(tokens[0] ?? '', `DELETE ${SESSIONS}/${issued.tokenId}`)).status).toBe(404);
  });

  test('Ending another user’s session gets 404, and that session continues', async () => {
    const [own, other] = [await newSessions(1), await newSessions(1)];
    const [foreign = ''] = other.tokens;
    const answer = await call(own.tokens[0] ?? '', `DELETE ${SESSIONS}/${idOf(foreign)}`);
    expect(answer.status).toBe(404);
    expect((await call(master, `DELETE ${SESSIONS}/${idOf(foreign)}`)).status).toBe(404);
    expect(await statusOf(foreign)).toBe(200);
  });

  test.each(['0', '01', '1e3', '9007199254740992', '1%20', '%31%00'])(
    'Ending a session answers 404 to %s, which is not a token id',
    async (id) => {
      expect((await call(master, `DELETE ${SESSIONS}/${id}`)).status).toBe(404);
    },
  );
});

describe('DELETE /api/v1/auth/sessions', () => {
  test('Ending the other sessions keeps the current one and those of other users', async () => {
    const { tokens } = await newSessions(3);
    const [first, current = '', third] = tokens;
    const other = await newSessions(1);
    expect((await call(current, `DELETE ${SESSIONS}`)).status).toBe(204);
    expect(await Promise.all([first ?? '', current, third ?? ''].map(statusOf))).toEqual([401, 200, 401]);
    expect(await statusOf(other.tokens[0] ?? '')).toBe(200);
    const { body } = await call(current, `GET ${SESSIONS}`);
    expect(body.data).toMatchObject([{ id: idOf(current), current: true }]);
  });

  test('A session that ended all other sessions continues: it can end others again, list and refresh', async () => {
    const { email, tokens } = await newSessions(1);
    const [current = ''] = tokens;
    const before = (await call(current, `GET ${SESSIONS}`)).body.data;
    for (let round = 0; round < 3; round++) {
      const other = await signIn(email);
      expect((await call(current, `DELETE ${SESSIONS}`)).status).toBe(204);
      expect(await statusOf(other)).toBe(401);
    }
    expect((await call(current, `GET ${SESSIONS}`)).body.data).toEqual(before);
    const { body } = await call(current, 'POST /api/v1/auth/refresh');
    expect([await statusOf(body.token), await statusOf(current)]).toEqual([200, 401]);
  });

  test('A session that was logged out cannot end other sessions', async () => {
    const { tokens } = await newSessions(2);
    const [current = '', other = ''] = tokens;
    await call(current, 'POST /api/v1/auth/logout');
    expect((await call(current, `DELETE ${SESSIONS}`)).status).toBe(401);
    expect(await statusOf(other)).toBe(200);
  });
});

/** Requests that end all sessions except the current one. */
const ENDING_OTHERS: [name: string, end: (token: string, round: number) => Promise<{ status: number }>][] = [
  ['DELETE of all other sessions', (token) => call(token, `DELETE ${SESSIONS}`)],
  [
    'a new password',
    (token) => call(token, `PATCH ${ME}`, { password: PASSWORD, current_password: PASSWORD }),
  ],
];

describe.each(ENDING_OTHERS)('beside %s', (name, endOthers) => {
  test(`No refresh of another session survives ${name}, in any order`, async () => {
    const users = await Promise.all(Array.from({ length: LANES }, () => newUser()));
    let refreshedFirst = 0;
    await playRounds(repetitions({ few: 6, many: 40 }), async (round, lane) => {
      const email = users[lane]?.email ?? '';
      const [current, other] = [await signIn(email), await signIn(email)];
      const [refresh, ended] = await race(
        round,
        () => call(other, 'POST /api/v1/auth/refresh'),
        () => endOthers(current, round),
      );
      expect(ended.status).toBeOneOf([200, 204]);
      expect(refresh.status).toBeOneOf([200, 401]);
      if (refresh.status === 200) refreshedFirst += 1;
      expect(await statusOf(current)).toBe(200);
      expect(await statusOf(other)).toBe(401);
      if (refresh.status === 200) expect(await statusOf(refresh.body.token)).toBe(401);
    });
    expect(refreshedFirst).toBeGreaterThan(0);
  });

  test(`A refresh of the current session that races ${name} succeeds, and its new token is valid`, async () => {
    const users = await Promise.all(Array.from({ length: LANES }, () => newUser()));
    await playRounds(repetitions({ few: 6, many: 40 }), async (round, lane) => {
      const email = users[lane]?.email ?? '';
      const [current, other] = [await signIn(email), await signIn(email)];
      const [refresh, ended] = await race(
        round,
        () => call(current, 'POST /api/v1/auth/refresh'),
        () => endOthers(current, round),
      );
      // The current token may have been replaced first. Then the request has no effect.
      expect(ended.status).toBeOneOf([200, 204, 401]);
      expect(refresh.status).toBe(200);
      expect(await statusOf(refresh.body.token)).toBe(200);
      expect(await statusOf(other)).toBe(ended.status === 401 ? 200 : 401);
    });
  });

  test(`No request of the current session is rejected during ${name}`, async () => {
    const { email, tokens } = await newSessions(1);
    const [current = ''] = tokens;
    for (let round = 0; round < repetitions({ few: 2, many: 10 }); round++) {
      await signIn(email);
      const [ended, ...polls] = await Promise.all([
        endOthers(current, round),
        ...Array.from({ length: 10 }, () => statusOf(current)),
      ]);
      expect(ended.status).toBeOneOf([200, 204]);
      expect(polls).toEqual(Array(10).fill(200));
    }
  });
});

test('Eight concurrent requests to end the other sessions all succeed, and their own session continues', async () => {
  const { tokens } = await newSessions(2);
  const [current = '', other = ''] = tokens;
  const answers = await Promise.all(Array.from({ length: 8 }, () => call(current, `DELETE ${SESSIONS}`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204));
  expect([await statusOf(current), await statusOf(other)]).toEqual([200, 401]);
});
