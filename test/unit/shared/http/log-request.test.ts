import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../shared/base/errors.ts';
import { callEndpoint, TENANT_ID, USER_ID } from '../../../support/call-endpoint.ts';

/** A stopwatch that is read at these instants. */
const stopwatchOf =
  (...instants: number[]) =>
  () =>
    instants.shift() ?? Number.NaN;

const refuse = () => {
  throw new ApiError('unauthenticated', { reason: 'token_expired' });
};

test('The log line of a request contains the caller, the route, the result and the cost', async () => {
  const { logged } = await callEndpoint({
    route: { access: 'signed_in', rateClass: 'api' },
    role: 'viewer',
    event: { headers: { 'X-Correlation-Id': 'order-7' } },
    answers: [
      {
        Attributes: { requests: new Set(['a']) },
        ConsumedCapacity: { CapacityUnits: 2 },
        $metadata: { attempts: 2 },
      },
    ],
    stopwatch: stopwatchOf(10, 13.4),
    isColdStart: true,
    milliseconds: 250,
  });
  expect(logged).toEqual([
    {
      level: 'info',
      message: 'request',
      fields: {
        request_id: 'request-1',
        correlation_id: 'order-7',
        status: 200,
        code: undefined,
        tenant_id: TENANT_ID,
        user_id: USER_ID,
        route: 'get-thing',
        reason: undefined,
        duration_ms: 250,
        read_units: 0,
        write_units: 2,
        table_calls: 1,
        table_ms: 3.4,
        table_retries: 1,
        cold_start: true,
      },
    },
  ]);
});

test('The log line of a request contains the printable part of the user agent, truncated', async () => {
  const userAgent = `panel/2.1 "x","status":"200\n\u001b[31m${'y'.repeat(300)}`;
  const { logged } = await callEndpoint({ event: { headers: { 'user-agent': userAgent } } });
  const { user_agent } = logged[0]?.fields ?? {};
  expect(user_agent).toMatch(/^panel\/2\.1 "x","status":"200\?\?\[31my+$/);
  expect(user_agent).toHaveLength(200);
});

test('The log line of a request contains the reason of an error, but the response does not', async () => {
  const { text, logged } = await callEndpoint({ endpoint: refuse });
  expect(logged[0]?.fields).toMatchObject({
    status: 401,
    code: 'unauthenticated',
    reason: 'token_expired',
    tenant_id: undefined,
  });
  expect(text).not.toContain('token_expired');
});

test('At level DEBUG, a second log line shows where the error of a request was thrown, without the error’s message', async () => {
  const { logged } = await callEndpoint({
    endpoint: () => {
      throw new ApiError('validation_failed', {
        fields: { email: ['The email field is ada@guard.test.'] },
      });
    },
    logLevel: 'DEBUG',
  });
  const [debug] = logged;
  expect(debug).toMatchObject({
    level: 'debug',
    message: 'refused',
    fields: { code: 'validation_failed' },
  });
  expect(debug?.fields.raised[0]).toContain('log-request.test.ts');
  expect(JSON.stringify(debug)).not.toContain('ada@guard.test');
});

test('A successful request writes one log line even at level DEBUG, and a rejected request writes one at the default level', async () => {
  expect((await callEndpoint({ logLevel: 'DEBUG' })).logged).toHaveLength(1);
  expect((await callEndpoint({ endpoint: refuse })).logged).toHaveLength(1);
});

describe('correlationId', () => {
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

  test.each([
    '',
    'x'.repeat(129),
    'two words',
    'a\nb',
    ' a',
    'a,b',
    '7|guard_abc',
    'guard_abc',
    'x-GUARD_abc',
  ])(
    'An invalid correlation id of the client, or one that looks like a token, is replaced by the request id: %j',
    async (sent) => {
      expect(await returned(sent)).toBe('request-1');
    },
  );
});
