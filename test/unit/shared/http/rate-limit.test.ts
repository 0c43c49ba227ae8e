import { expect, test } from 'vitest';
import { callEndpoint, USER_ID } from '../../../support/call-endpoint.ts';
import { conditionFailed } from '../../../support/refusals.ts';

const counted = (requests: number) => ({
  Attributes: { requests: new Set(Array.from({ length: requests }, (_, place) => `request-${place}`)) },
});

const limits = (headers: Readonly<Record<string, unknown>>) => [
  headers['X-RateLimit-Limit'],
  headers['X-RateLimit-Remaining'],
];

test.each([
  ['api', '60'],
  ['alert_action', '60'],
  ['import', '60'],
  ['resend', '60'],
  ['auth', '5'],
] as const)(
  'A request of the rate class %s counts towards the user’s own limit for that class, which is %s',
  async (rateClass, limit) => {
    const { headers, sent } = await callEndpoint({
      route: { access: 'signed_in', rateClass },
      role: 'viewer',
      answers: [counted(2)],
    });
    expect(sent.map(({ input }) => input.Key.pk)).toEqual([`RATE#${rateClass}#${USER_ID}`]);
    expect(limits(headers)).toEqual([limit, String(Number(limit) - 2)]);
    expect(headers).not.toHaveProperty('Retry-After');
    expect(headers).not.toHaveProperty('X-RateLimit-Reset');
  },
);

test('A request without a rate limit touches no counter and has no rate limit headers', async () => {
  const { status, headers, sent } = await callEndpoint();
  expect([status, sent.length, ...limits(headers)]).toEqual([200, 0, undefined, undefined]);
});

test('A request beyond the rate limit is rejected with the time of the reset', async () => {
  const { status, body, headers } = await callEndpoint({
    route: { access: 'signed_in', rateClass: 'api' },
    role: 'viewer',
    answers: [conditionFailed()],
  });
  expect([status, body.code]).toEqual([429, 'too_many_requests']);
  expect(headers).toMatchObject({
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Date.UTC(2026, 10, 20, 12, 1, 0) / 1000),
    'Retry-After': '30',
  });
});

test('A request without a caller is an internal error on a route that counts requests per caller', async () => {
  const { status, logged } = await callEndpoint({ route: { rateClass: 'api' } });
  expect(status).toBe(500);
  expect(logged[0]?.fields.error.message).toBe('get-thing is counted per caller, but has none');
});
