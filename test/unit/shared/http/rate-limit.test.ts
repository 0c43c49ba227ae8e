import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { MAXIMUM_BODY_BYTES } from '../../../../shared/http/json-body.ts';
import { loginSubjects } from '../../../../shared/rate-limits/login-subjects.ts';
import { callEndpoint, USER_ID } from '../../../support/call-endpoint.ts';

const ADDRESS = '203.0.113.7';
const counted = (requests: number) => ({
  Attributes: { requests: new Set(Array.from({ length: requests }, (_, place) => `request-${place}`)) },
});
const refused = () => new ConditionalCheckFailedException({ $metadata: {}, message: 'condition' });

/** A login that counted so many requests of the e-mail and of the address. */
const login = ({ body = '{}', answers }: { body?: string; answers: readonly unknown[] }) =>
  callEndpoint({ route: { method: 'POST', rateClass: 'login' }, event: { body }, answers });

const limits = (headers: Readonly<Record<string, unknown>>) => [
  headers['X-RateLimit-Limit'],
  headers['X-RateLimit-Remaining'],
];

describe('a login is told the limit that it is nearer to', () => {
  test.each([
    ['of the e-mail', 1, 1, ['5', '4']],
    ['of the address', 2, 28, ['30', '2']],
    ['of the e-mail where both are as near', 3, 28, ['5', '2']],
  ])('%s', async (_, ofPair, ofAddress, expected) => {
    const { headers } = await login({ answers: [counted(ofPair), counted(ofAddress)] });
    expect(limits(headers)).toEqual(expected);
  });

  test('and where it is refused, the limit that refused it', async () => {
    const { status, headers, sent } = await login({ answers: [refused()] });
    expect([status, ...limits(headers), sent.length]).toEqual([429, '5', '0', 1]);
    const byAddress = await login({ answers: [counted(5), refused()] });
    expect([byAddress.status, ...limits(byAddress.headers)]).toEqual([429, '30', '0']);
  });
});

describe('a login is counted by', () => {
  const keysOf = async (body: string) =>
    (await login({ body, answers: [counted(1), counted(1)] })).sent.map(({ input }) => input.Key.pk);
  const keys = (email: string) => {
    const { pair, address } = loginSubjects({ email, address: ADDRESS });
    return [`RATE#${pair}`, `RATE#${address}`];
  };

  test('its e-mail and address', async () => {
    expect(await keysOf('{"email":"ada@guard.test"}')).toEqual(keys('ada@guard.test'));
  });

  test.each(['', 'no JSON', 'null', '{"email":7}', '[]'])('no e-mail where the body is %j', async (body) => {
    expect(await keysOf(body)).toEqual(keys(''));
  });

  test('its e-mail in a body of the largest size, and by none in one that is refused unread', async () => {
    const bodyOf = (bytes: number) => {
      const [start, end] = ['{"email":"ada@guard.test","x":"', '"}'];
      return start + 'x'.repeat(bytes - start.length - end.length) + end;
    };
    expect(await keysOf(bodyOf(MAXIMUM_BODY_BYTES))).toEqual(keys('ada@guard.test'));
    expect(await keysOf(bodyOf(MAXIMUM_BODY_BYTES + 1))).toEqual(keys(''));
  });
});

describe('a request', () => {
  test.each([
    ['api', '60'],
    ['alert_action', '60'],
    ['auth', '5'],
  ] as const)('of the class %s has a counter of its own per user, up to %s', async (rateClass, limit) => {
    const { headers, sent } = await callEndpoint({
      route: { access: 'signed_in', rateClass },
      role: 'viewer',
      answers: [counted(2)],
    });
    expect(sent.map(({ input }) => input.Key.pk)).toEqual([`RATE#${rateClass}#${USER_ID}`]);
    expect(limits(headers)).toEqual([limit, String(Number(limit) - 2)]);
    expect(headers).not.toHaveProperty('Retry-After');
    expect(headers).not.toHaveProperty('X-RateLimit-Reset');
  });

  test('that nothing limits touches no counter and tells of none', async () => {
    const { status, headers, sent } = await callEndpoint();
    expect([status, sent.length, ...limits(headers)]).toEqual([200, 0, undefined, undefined]);
  });

  test('beyond the limit is told until when, and how long that is', async () => {
    const { status, body, headers } = await callEndpoint({
      route: { access: 'signed_in', rateClass: 'api' },
      role: 'viewer',
      answers: [refused()],
    });
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(headers).toMatchObject({
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Date.UTC(2026, 10, 20, 12, 1, 0) / 1000),
      'Retry-After': '30',
    });
  });

  test('that is to be counted and has no caller is a fault of the deployment', async () => {
    const { status, logged } = await callEndpoint({ route: { rateClass: 'api' } });
    expect(status).toBe(500);
    expect(logged[0]?.fields.error.message).toBe('get-thing is counted per caller, but has none');
  });
});
