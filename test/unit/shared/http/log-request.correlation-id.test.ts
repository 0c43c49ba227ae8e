import { expect, test } from 'vitest';
import { callEndpoint } from '../../../support/call-endpoint.ts';

const returned = async (sent: string) => {
  const { headers } = await callEndpoint({ event: { headers: { 'x-CORRELATION-id': sent } } });
  return headers['X-Correlation-Id'];
};

test.each([
  'a',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'orders/7:retry_2+x=y.z',
  'x'.repeat(128),
])('A valid correlation id of the client is returned in the response: %s', async (sent) => {
  expect(await returned(sent)).toBe(sent);
});

test.each(['', 'x'.repeat(129), 'two words', 'a\nb', ' a', 'a,b', '7|guard_abc', 'guard_abc', 'x-GUARD_abc'])(
  'An invalid correlation id of the client, or one that may be a token, is replaced by the request id: %j',
  async (sent) => {
    expect(await returned(sent)).toBe('request-1');
  },
);
