import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loginSubjects } from '../../shared/limits/guesses.ts';
import { rateKey } from '../../shared/table/keys.ts';
import { type FaultyGuard, startFaultyGuard } from '../faults/faulty-guard.ts';
import { readAll } from '../support/find-inconsistencies.ts';

/**
 * The counters and reads of a login, call by call. Limits and guess are counted while the account is read, without
 * weakening any limit.
 */

/** Small, because the SDK repeats a call after half a second on a busy machine, which would fail the test. */
const LIMITS = { authRequestsPerMinute: 3, loginRequestsPerAddressPerMinute: 6, failedLoginsPerHour: 4 };
const PASSWORD = 'guard-demo';
const KNOWN = 'operator@acme.test';

let guard: FaultyGuard;
beforeAll(async () => {
  guard = await startFaultyGuard({ settings: LIMITS });
});
afterAll(() => guard.stop());
beforeEach(async () => {
  guard.proxy.disarm();
  guard.clock.advance(121 * 86_400_000); // nothing is counted any more, and no address is known
  await guard.refillRetries();
});

/** Runs the login function as API Gateway would for a client at an address, which loopback cannot have. */
async function send(address: string, body: object | string, contentType = 'application/json') {
  const {
    statusCode,
    headers,
    body: text,
  } = await guard.invoke('login', {
    headers: { 'Content-Type': contentType },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    requestContext: { requestId: 'r', path: '/api/v1/auth/login', identity: { sourceIp: address } },
  });
  return { status: statusCode, code: JSON.parse(text).code, limit: headers['X-RateLimit-Limit'] };
}

const login = (address: string, email = KNOWN, password = PASSWORD) => send(address, { email, password });

/** The number of requests in a counter. */
async function countOf(subject: string, isOfHour = false): Promise<number> {
  const name = guard.clock.now.toISOString().slice(0, isOfHour ? 13 : 16);
  const { Item } = await guard.table.client.send(
    new GetCommand({ TableName: guard.table.name, Key: rateKey(subject, name), ConsistentRead: true }),
  );
  return Item?.['requests']?.size ?? 0;
}
const guessesOf = (email: string) => countOf(loginSubjects({ email, address: '' }).guesses, true);
const ofAddress = (address: string) => countOf(loginSubjects({ email: '', address }).address);
const ofPair = (email: string, address: string) => countOf(loginSubjects({ email, address }).pair);

/** Holds a call back until others have arrived. A call that waits for its response never arrives. */
function holdUntil(call: string, others: readonly string[]): void {
  const before = async () => {
    while (!others.every((other) => guard.proxy.calls.includes(other))) await new Promise(setImmediate);
  };
  guard.proxy.arm({ call, fault: { kind: 'held', before }, after: 0, times: 1 });
}

async function useUpAddress(address: string): Promise<void> {
  for (let login = 0; login < LIMITS.loginRequestsPerAddressPerMinute; login++) {
    expect((await send(address, { email: `${login}@acme.test` })).status).toBe(422);
  }
}

describe('the round trips of a login', () => {
  // Here a call is repeated only if it waits for another one, and not because the machine is busy.
  let usual: FaultyGuard;
  beforeAll(async () => {
    usual = guard;
    guard = await startFaultyGuard({ settings: LIMITS, requestTimeoutMilliseconds: 10_000 });
  });
  afterAll(async () => {
    await guard.stop();
    guard = usual;
  });

  const FIRST = ['UpdateItem RATE#login', 'BatchGetItem EMAIL'];
  const SECOND = ['UpdateItem RATE#login-address', 'UpdateItem RATE#guesses', 'BatchGetItem USER'];
  const THIRD = [
    'TransactWriteItems TOKEN',
    'UpdateItem RATE#guesses',
    'UpdateItem RATE#login-address',
    'PutItem KNOWN',
  ];

  test('A login with the right password needs three successive round trips to the table', async () => {
    expect((await login('192.0.2.1')).status).toBe(200);
    expect(guard.proxy.calls.slice(0, 2).sort()).toEqual([...FIRST].sort());
    expect(guard.proxy.calls.slice(2, 5).sort()).toEqual([...SECOND].sort());
    expect(guard.proxy.calls.slice(5).sort()).toEqual([...THIRD].sort());
  });

  test('A login records a network address that is new, and after that once a month', async () => {
    const recordsAddress = async () => {
      guard.proxy.disarm();
      expect((await login('192.0.2.1')).status).toBe(200);
      return guard.proxy.calls.includes('PutItem KNOWN');
    };
    expect([await recordsAddress(), await recordsAddress()]).toEqual([true, false]);
    guard.clock.advance(31 * 86_400_000);
    expect([await recordsAddress(), await recordsAddress()]).toEqual([true, false]);
  });

  test.each(['operator@acme.test', 'nobody@acme.test'])(
    'The last round trip of a login with a wrong password is one write, whether the e-mail is known or not: %s',
    async (email) => {
      expect((await login('192.0.2.1', email, 'wrong')).status).toBe(401);
      expect([...guard.proxy.calls].sort()).toEqual([...FIRST, ...SECOND, 'PutItem EVENT'].sort());
    },
  );

  test('A login with a wrong password writes an item of the same form for a known and an unknown e-mail', async () => {
    const written = async (email: string) => {
      const before = new Set((await readAll(guard.table)).map(({ pk, sk }) => `${pk} ${sk}`));
      await login('192.0.2.1', email, 'wrong');
      const added = (await readAll(guard.table)).filter(({ pk, sk }) => !before.has(`${pk} ${sk}`));
      return added.find(({ sk }) => String(sk).startsWith('EVENT#')) ?? {};
    };
    const [known, unknown] = [await written('viewer@acme.test'), await written('nobody@acme.test')];
    expect(Object.keys(unknown).sort()).toEqual(Object.keys(known).sort());
    const lengths = [known, unknown].map((item) => JSON.stringify(item).length);
    expect(Math.abs((lengths[0] ?? 0) - (lengths[1] ?? 0))).toBeLessThan(64);
    expect(String(unknown['pk'])).toMatch(/^NOBODY#/);
    expect(Number(unknown['ttl'])).toBe(Math.floor(guard.clock.now.getTime() / 1_000) + 3_600);
  });

  test.each([
    ['the first limit', FIRST[0], FIRST.slice(1)],
    ['the owner of the e-mail', FIRST[1], FIRST.slice(0, 1)],
    ['the second limit', SECOND[0], SECOND.slice(1)],
    ['the guess', SECOND[1], [SECOND[0], SECOND[2]]],
    ['the account', SECOND[2], SECOND.slice(0, 2)],
  ] as [string, string, string[]][])(
    'A login needs only three successive round trips, because no other call waits for %s',
    async (_, call, beside) => {
      holdUntil(call, beside);
      expect((await login('192.0.2.1')).status).toBe(200);
      // If another call waited for it, it would be abandoned and repeated.
      expect([...guard.proxy.calls].sort()).toEqual([...FIRST, ...SECOND, ...THIRD].sort());
    },
  );
});

describe('a login above a limit', () => {
  test('A login above the limit per e-mail and network address counts no guess, reads no account, and is not counted per network address', async () => {
    for (let attempt = 0; attempt < 3; attempt++) await login('192.0.2.1', KNOWN, 'wrong');
    guard.proxy.disarm();
    expect(await login('192.0.2.1')).toEqual({ status: 429, code: 'too_many_requests', limit: '3' });
    expect([...guard.proxy.calls].sort()).toEqual(['BatchGetItem EMAIL', 'UpdateItem RATE#login']);
    expect([await guessesOf(KNOWN), await ofAddress('192.0.2.1')]).toEqual([3, 3]);
  });

  test('A login above the limit of its network address leaves no counted guess that would block other logins', async () => {
    await useUpAddress('192.0.2.1');
    const answers = await Promise.all(
      ['operator@acme.test', 'viewer@acme.test'].flatMap((email) =>
        [1, 2, 3].map(() => login('192.0.2.1', email)),
      ),
    );
    expect(new Set(answers.map((it) => `${it.status} ${it.limit}`))).toEqual(new Set(['429 6']));
    expect([await guessesOf(KNOWN), await guessesOf('viewer@acme.test')]).toEqual([0, 0]);
    expect((await login('192.0.2.2')).status).toBe(200);
  });

  test('A login above the limit of its network address is rejected even if its guess can be neither counted nor removed', async () => {
    await useUpAddress('192.0.2.1');
    const fault = { kind: 'error', error: { status: 400, name: 'ValidationException' } } as const;
    for (const after of [0, 1]) {
      guard.proxy.arm({ call: 'UpdateItem RATE#guesses', fault, after, times: 1 });
      expect(await login('192.0.2.1')).toEqual({ status: 429, code: 'too_many_requests', limit: '6' });
    }
  });

  test('A login above the limit of password guesses reports that limit, and counts towards the limit of its network address', async () => {
    // Counted for addresses without a successful login.
    const wrong = await Promise.all(
      Array.from({ length: 8 }, (_, place) => login(`203.0.113.${place}`, KNOWN, 'wrong')),
    );
    const count = (status: number) => wrong.filter((answer) => answer.status === status).length;
    expect([count(401), count(429)]).toEqual([4, 4]);
    expect(await guessesOf(KNOWN)).toBe(4);
    expect(await login('198.51.100.1')).toEqual({ status: 429, code: 'too_many_requests', limit: '4' });
    expect(await ofAddress('198.51.100.1')).toBe(1);
    expect(guard.proxy.calls).not.toContain('TransactWriteItems TOKEN');
  });
});

test('The right password of a blocked user is rejected, but does not count as a guess', async () => {
  const blocked = 'blocked@acme.test';
  expect((await login('192.0.2.1', blocked)).status).toBe(403);
  expect(await guessesOf(blocked)).toBe(0);
});

describe('an invalid login', () => {
  const LARGE = 'x'.repeat(64 * 1024);
  test.each<[string, object | string, string, number]>([
    ['no password', { email: KNOWN }, 'application/json', 422],
    ['a field too many', { email: KNOWN, password: PASSWORD, x: 1 }, 'application/json', 422],
    ['an e-mail that is none', { email: 'operator', password: PASSWORD }, 'application/json', 422],
    ['no JSON', '{', 'application/json', 400],
    ['another media type', { email: KNOWN, password: PASSWORD }, 'text/plain', 415],
    ['a body that is too large', { email: KNOWN, password: PASSWORD, x: LARGE }, 'application/json', 413],
  ])(
    'An invalid login (%s) is rejected after the rate limits, counts no guess and reads nothing',
    async (_, body, type, status) => {
      for (let attempt = 0; attempt < 3; attempt++) {
        expect((await send('192.0.2.1', body, type)).status).toBe(status);
      }
      expect(new Set(guard.proxy.calls)).toEqual(
        new Set(['UpdateItem RATE#login', 'UpdateItem RATE#login-address']),
      );
      expect(await send('192.0.2.1', body, type)).toMatchObject({ status: 429, limit: '3' });
      expect(await guessesOf(KNOWN)).toBe(0);
    },
  );

  test('An invalid login is counted by its e-mail address, whatever the case of its letters', async () => {
    for (let attempt = 0; attempt < 2; attempt++) await send('192.0.2.1', { email: ' Operator@ACME.test' });
    expect(await ofPair(KNOWN, '192.0.2.1')).toBe(2);
    await login('192.0.2.1', ' OPERATOR@acme.test ', 'wrong');
    expect([await ofPair(KNOWN, '192.0.2.1'), await guessesOf(KNOWN)]).toEqual([3, 1]);
  });
});

describe('lost replies of a login', () => {
  test.each(['login', 'login-address', 'guesses'])(
    'A login is counted once if the reply to the write of this counter is lost: RATE#%s',
    async (name) => {
      guard.proxy.arm({ call: `UpdateItem RATE#${name}`, fault: { kind: 'reply_lost' }, after: 0, times: 1 });
      expect((await login('192.0.2.1', KNOWN, 'wrong')).status).toBe(401);
      expect(guard.proxy.calls.filter((call) => call === `UpdateItem RATE#${name}`)).toHaveLength(2);
      const counts = [await ofPair(KNOWN, '192.0.2.1'), await ofAddress('192.0.2.1'), await guessesOf(KNOWN)];
      expect(counts).toEqual([1, 1, 1]);
    },
  );

  test('The session of a login works even if every reply to its write was lost', async () => {
    const times = Number.POSITIVE_INFINITY;
    guard.proxy.arm({ call: 'TransactWriteItems TOKEN', fault: { kind: 'reply_lost' }, after: 0, times });
    expect((await login('192.0.2.1')).status).toBe(200);
    expect(guard.proxy.calls).toContain('GetItem TOKEN');
    expect(await guessesOf(KNOWN)).toBe(0);
  });

  test('A login with the right password removes its counted guess, even if the reply to the counting is lost', async () => {
    guard.proxy.arm({ call: 'UpdateItem RATE#guesses', fault: { kind: 'reply_lost' }, after: 0, times: 1 });
    expect((await login('192.0.2.1')).status).toBe(200);
    expect(await guessesOf(KNOWN)).toBe(0);
  });
});

describe('a login while the table fails', () => {
  const fault = { kind: 'error', error: { status: 500, name: 'InternalServerError' } } as const;
  const GOOD = Number.POSITIVE_INFINITY;

  test.each([
    'UpdateItem RATE#login',
    'UpdateItem RATE#login-address',
    'UpdateItem RATE#guesses',
    'BatchGetItem EMAIL',
    'BatchGetItem USER',
  ])('No login succeeds and no counted guess remains while this call fails: %s', async (call) => {
    guard.proxy.arm({ call, fault, after: 0, times: GOOD });
    expect((await login('192.0.2.1')).status).toBe(503);
    expect(await guessesOf(KNOWN)).toBe(0);
    expect(guard.proxy.calls).not.toContain('TransactWriteItems TOKEN');
  });
});
