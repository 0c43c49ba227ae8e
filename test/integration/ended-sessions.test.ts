import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FaultyGuard, startFaultyGuard } from '../faults/faulty-guard.ts';
import { playRounds, race } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';
import type { Answer } from '../support/send-request.ts';

/**
 * A refresh replaces a token by a successor that no response contained yet. A concurrent end of the session must end
 * that successor, or report that it ended nothing.
 */

let guard: FaultyGuard;
let master: string;
beforeAll(async () => {
  guard = await startFaultyGuard();
  master = await guard.signIn('master@acme.test');
});
afterAll(() => guard.stop());
beforeEach(async () => {
  guard.proxy.disarm();
  await guard.refillRetries();
});

const PASSWORD = 'a long enough password';
const OTHER_PASSWORD = 'another long enough password';

interface Session {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
}

let users = 0;
async function openSession(): Promise<Session> {
  users += 1;
  const email = `ended-${users}@acme.test`;
  const json = { name: `Ended ${users}`, email, role: 'viewer', password: PASSWORD };
  const { status, text, body } = await guard.call('POST /api/v1/users', { token: master, json });
  if (status !== 201) throw new Error(text);
  return { userId: body.id, email, token: await signIn(email) };
}

async function signIn(email: string): Promise<string> {
  const { status, text, body } = await guard.call('POST /api/v1/auth/login', {
    json: { email, password: PASSWORD },
  });
  if (status !== 200) throw new Error(text);
  return body.token;
}

const statusOf = async (token: string) => (await guard.call('GET /api/v1/auth/me', { token })).status;
const refresh = (token: string) => guard.call('POST /api/v1/auth/refresh', { token });

interface Ending {
  readonly name: string;
  /** The table call that ends the session. */
  readonly write: string;
  /** Its status when the session was refreshed before its write: success, or nothing to end. */
  readonly afterRefresh: number;
  /** Prepares and returns the request that ends the session. */
  prepare(session: Session): Promise<() => Promise<Answer>>;
}

const changeOf = (change: object) => async (session: Session) => () =>
  guard.call(`PATCH /api/v1/users/${session.userId}`, { token: master, json: change });

const ENDINGS: readonly Ending[] = [
  {
    name: 'logout',
    write: 'TransactWriteItems TOKEN',
    afterRefresh: 401,
    prepare: async (session) => () => guard.call('POST /api/v1/auth/logout', { token: session.token }),
  },
  {
    name: 'the end of this session from another one',
    write: 'TransactWriteItems TOKEN',
    afterRefresh: 404,
    async prepare(session) {
      const token = await signIn(session.email);
      const path = `/api/v1/auth/sessions/${Number.parseInt(session.token, 10)}`;
      return () => guard.call(`DELETE ${path}`, { token });
    },
  },
  {
    name: 'the end of all other sessions',
    write: 'TransactWriteItems USER',
    afterRefresh: 204,
    async prepare(session) {
      const token = await signIn(session.email);
      return () => guard.call('DELETE /api/v1/auth/sessions', { token });
    },
  },
  {
    name: 'a new password from another session',
    write: 'TransactWriteItems USER',
    afterRefresh: 200,
    async prepare(session) {
      const token = await signIn(session.email);
      const json = { password: OTHER_PASSWORD, current_password: PASSWORD };
      return () => guard.call('PATCH /api/v1/auth/me', { token, json });
    },
  },
  {
    name: 'a new password from a master',
    write: 'TransactWriteItems USER',
    afterRefresh: 200,
    prepare: changeOf({ password: OTHER_PASSWORD }),
  },
  {
    name: 'a block',
    write: 'TransactWriteItems USER',
    afterRefresh: 200,
    prepare: changeOf({ status: 'blocked' }),
  },
  {
    name: 'the deletion of the user',
    write: 'TransactWriteItems USER',
    afterRefresh: 204,
    prepare: async (session) => () => guard.call(`DELETE /api/v1/users/${session.userId}`, { token: master }),
  },
];

const isSuccess = ({ status }: Answer) => status < 300;

/** No token of the session is valid after the response to its end. */
async function checkOutcome(session: Session, refreshed: Answer, ended: Answer, { afterRefresh }: Ending) {
  expect(refreshed.status).toBeOneOf([200, 401]);
  expect(isSuccess(ended) || ended.status === afterRefresh, `the end is answered ${ended.status}`).toBe(true);
  expect(isSuccess(refreshed) || isSuccess(ended), 'neither succeeds').toBe(true);
  expect(await statusOf(session.token)).toBe(401);
  if (isSuccess(refreshed)) {
    expect(await statusOf(refreshed.body.token)).toBe(isSuccess(ended) ? 401 : 200);
  }
}

describe.each(ENDINGS)('beside $name', (ending) => {
  test('If $name is written before a concurrent refresh of the same session, the refresh creates no session', async () => {
    const session = await openSession();
    const end = await ending.prepare(session);
    let ended: Promise<Answer> | undefined;
    const endOnce = () => (ended ??= end());
    guard.proxy.arm({
      call: 'TransactWriteItems TOKEN',
      fault: { kind: 'held', before: endOnce },
      after: 0,
      times: 1,
    });
    const refreshed = await refresh(session.token);
    const answer = await endOnce();
    expect(isSuccess(answer)).toBe(true);
    await checkOutcome(session, refreshed, answer, ending);
  });

  test('If a refresh is written before $name, the refreshed session ends too, or that request fails and ends nothing', async () => {
    const session = await openSession();
    const end = await ending.prepare(session);
    let refreshed: Promise<Answer> | undefined;
    const refreshOnce = () => (refreshed ??= refresh(session.token));
    guard.proxy.arm({ call: ending.write, fault: { kind: 'held', before: refreshOnce }, after: 0, times: 1 });
    const ended = await end();
    expect(ended.status).toBe(ending.afterRefresh);
    const answer = await refreshOnce();
    expect(answer.status).toBe(200);
    await checkOutcome(session, answer, ended, ending);
  });

  test('If $name succeeds during a refresh of the same session, the refreshed session has ended, too', async () => {
    await playRounds(repetitions({ few: 2, many: 30 }), async (round) => {
      const session = await openSession();
      const end = await ending.prepare(session);
      const [refreshed, ended] = await race(round, () => refresh(session.token), end);
      await checkOutcome(session, refreshed, ended, ending);
    });
  });
});

test('A login is rejected if the password of its user changes before the new session is written', async () => {
  const session = await openSession();
  const before = await changeOf({ password: OTHER_PASSWORD })(session);
  guard.proxy.arm({ call: 'TransactWriteItems TOKEN', fault: { kind: 'held', before }, after: 0, times: 1 });
  const json = { email: session.email, password: PASSWORD };
  expect((await guard.call('POST /api/v1/auth/login', { json })).status).toBe(401);
  expect(guard.log()).toContain('session_ended_meanwhile');
});

test('A refresh succeeds even if its own session ends all other sessions before the refresh is written', async () => {
  const { token } = await openSession();
  const before = () => guard.call('DELETE /api/v1/auth/sessions', { token });
  guard.proxy.arm({ call: 'TransactWriteItems TOKEN', fault: { kind: 'held', before }, after: 0, times: 1 });
  const refreshed = await refresh(token);
  expect([refreshed.status, await statusOf(refreshed.body.token)]).toEqual([200, 200]);
});

test('A session that is refreshed while its user is being blocked stays invalid after the user is unblocked', async () => {
  const session = await openSession();
  const block = await changeOf({ status: 'blocked' })(session);
  guard.proxy.arm({
    call: 'TransactWriteItems TOKEN',
    fault: { kind: 'held', before: block },
    after: 0,
    times: 1,
  });
  const refreshed = await refresh(session.token);
  await (await changeOf({ status: 'active' })(session))();
  expect(refreshed.status).toBe(200);
  expect(await statusOf(refreshed.body.token)).toBe(401);
});

describe.each(ENDINGS.slice(0, 2))('$name', (ending) => {
  test('Ending sessions by $name succeeds when the reply to its write is lost', async () => {
    const session = await openSession();
    const end = await ending.prepare(session);
    guard.proxy.arm({ call: ending.write, fault: { kind: 'reply_lost' }, after: 0, times: 1 });
    expect(isSuccess(await end())).toBe(true);
    expect(await statusOf(session.token)).toBe(401);
  });

  test('Ending sessions by $name reports an error if its write is lost and the session is refreshed meanwhile', async () => {
    const session = await openSession();
    const end = await ending.prepare(session);
    let refreshed: Answer | undefined;
    const never = { call: ending.write, after: 0, times: Number.POSITIVE_INFINITY };
    const before = async () => {
      guard.proxy.disarm();
      refreshed = await refresh(session.token);
      guard.proxy.arm({ ...never, fault: { kind: 'request_lost' } });
    };
    guard.proxy.arm({ ...never, fault: { kind: 'request_lost', before } });
    const ended = await end();
    guard.proxy.disarm();
    expect(ended.status).toBe(503);
    expect(await statusOf(refreshed?.body.token)).toBe(200);
  });
});
