import { expect, test } from 'vitest';
import { loginHandler as createHandler, loginRoute } from '../../../functions/auth.ts';
import { MAXIMUM_BODY_BYTES } from '../../../shared/http/json-body.ts';
import { loginSubjects } from '../../../shared/limits/guesses.ts';
import { callHandler } from '../../support/call-endpoint.ts';
import type { TableAnswers } from '../../support/fake-table.ts';
import { conditionFailed } from '../../support/refusals.ts';

const ADDRESS = '203.0.113.7';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const counted = (requests: number) => ({
  Attributes: { requests: new Set(Array.from({ length: requests }, (_, place) => `request-${place}`)) },
});

interface Login {
  readonly body?: string | null;
  readonly headers?: Record<string, string>;
  readonly answers: TableAnswers;
}

const login = ({ body = '{}', headers = JSON_TYPE, answers }: Login) =>
  callHandler(createHandler, loginRoute, { event: { body, headers }, answers });

const limits = (headers: Readonly<Record<string, unknown>>) => [
  headers['X-RateLimit-Limit'],
  headers['X-RateLimit-Remaining'],
];

test.each([
  ['of the e-mail', 1, 1, ['5', '4']],
  ['of the address', 2, 28, ['30', '2']],
  ['of the e-mail if both have the same number remaining', 3, 28, ['5', '2']],
])(
  'A login response shows the rate limit with fewer requests remaining: that %s',
  async (_, pair, address, expected) => {
    const { headers } = await login({ answers: [counted(pair), counted(address)] });
    expect(limits(headers)).toEqual(expected);
  },
);

test('If a rate limit rejects a login, the response shows that limit', async () => {
  const { status, headers, sent } = await login({ answers: [conditionFailed()] });
  expect([status, ...limits(headers), sent.length]).toEqual([429, '5', '0', 1]);
  const byAddress = await login({ answers: [counted(5), conditionFailed()] });
  expect([byAddress.status, ...limits(byAddress.headers)]).toEqual([429, '30', '0']);
});

const keysOf = async (body: string) => {
  const { sent } = await login({ body, headers: {}, answers: [counted(1), counted(1)] });
  return sent.map(({ input }) => input.Key.pk);
};
const keys = (email: string) => {
  const { pair, address } = loginSubjects({ email, address: ADDRESS });
  return [`RATE#${pair}`, `RATE#${address}`];
};

test('A login counts towards the rate limits of its e-mail address and of its network address, even if the content type is invalid', async () => {
  expect(await keysOf('{"email":"ada@guard.test"}')).toEqual(keys('ada@guard.test'));
});

test.each(['', 'no JSON', 'null', '{"email":7}', '[]'])(
  'If the body of a login is %j, only the network address counts towards the rate limits, without an e-mail address',
  async (body) => {
    expect(await keysOf(body)).toEqual(keys(''));
  },
);

test('A login counts towards the rate limit of its e-mail address only if the body does not exceed the largest allowed size', async () => {
  const bodyOf = (bytes: number) => {
    const [start, end] = ['{"email":"ada@guard.test","x":"', '"}'];
    return start + 'x'.repeat(bytes - start.length - end.length) + end;
  };
  expect(await keysOf(bodyOf(MAXIMUM_BODY_BYTES))).toEqual(keys('ada@guard.test'));
  expect(await keysOf(bodyOf(MAXIMUM_BODY_BYTES + 1))).toEqual(keys(''));
});

const VALID = JSON.stringify({ email: 'ada@guard.test', password: 'correct horse' });

const INVALID: [what: string, login: Omit<Login, 'answers'>, status: number][] = [
  ['a body that is too large', { body: JSON.stringify({ email: 'x'.repeat(64 * 1024) }) }, 413],
  ['another content type', { body: VALID, headers: { 'Content-Type': 'text/plain' } }, 415],
  ['a body that is not JSON', { body: '{' }, 400],
  ['a body that is not valid', { body: '{"email":7}' }, 422],
  ['no body', { body: null }, 422],
];

test.each(INVALID)(
  'A login with %s counts towards the rate limits, and Guard does not read an account',
  async (_, invalid, expected) => {
    const { status, sent } = await login({ ...invalid, answers: [counted(1), counted(1)] });
    expect([status, sent.map(({ name }) => name)]).toEqual([expected, ['UpdateCommand', 'UpdateCommand']]);
  },
);

test.each(INVALID)(
  'Guard answers 429 to a login with %s if the rate limit is exceeded',
  async (_, invalid) => {
    expect((await login({ ...invalid, answers: [conditionFailed()] })).status).toBe(429);
  },
);

test('Guard reads the account of a login at the same time as the login counts towards the rate limits', async () => {
  const read = Promise.withResolvers<object>();
  const answers: TableAnswers = ({ name }) => {
    if (name === 'BatchGetCommand') read.resolve({});
    return name === 'UpdateCommand' ? read.promise.then(() => Promise.reject(conditionFailed())) : {};
  };
  expect((await login({ body: VALID, answers })).status).toBe(429);
});

test('If the rate limit rejects a login and reading the account fails, the login fails with the rate limit’s error', async () => {
  const answers: TableAnswers = ({ name }) =>
    name === 'UpdateCommand' ? conditionFailed() : new Error('no account');
  expect((await login({ body: VALID, answers })).status).toBe(429);
});

test('If the rate limits allow a login and reading the account fails, the login fails with that error', async () => {
  const answers: TableAnswers = ({ name }) =>
    name === 'UpdateCommand' ? counted(1) : new Error('no account');
  const { status, headers } = await login({ body: VALID, answers });
  expect([status, ...limits(headers)]).toEqual([500, '5', '4']);
});
