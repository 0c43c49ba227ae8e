import { expect, test } from 'vitest';
import { ApiError, type ErrorCode } from '../../../../shared/base/errors.ts';
import { callEndpoint } from '../../../support/call-endpoint.ts';

const RUN = { name: 'Runs', value: 1, dimensions: { group: 'things' } };

const fail = (code: ErrorCode) => () => {
  throw new ApiError(code);
};

test('The metrics count a successful request as a run and not as a failure', async () => {
  const { metrics } = await callEndpoint();
  expect(metrics).toEqual([RUN]);
});

test.each([
  ['not_found', []],
  [
    'invalid_credentials',
    [{ name: 'AuthenticationFailures', value: 1, dimensions: { credential: 'password' } }],
  ],
  ['unauthenticated', [{ name: 'AuthenticationFailures', value: 1, dimensions: { credential: 'token' } }]],
  ['too_many_requests', [{ name: 'RateLimited', value: 1 }]],
  [
    'internal_error',
    [
      { name: 'InternalErrors', value: 1, dimensions: { release: 'test-release' } },
      { ...RUN, name: 'ServerErrors' },
      { name: 'Failures', value: 1, dimensions: { code: 'internal_error' } },
    ],
  ],
  [
    'service_unavailable',
    [
      { ...RUN, name: 'ServerErrors' },
      { name: 'Failures', value: 1, dimensions: { code: 'service_unavailable' } },
    ],
  ],
] as const)('The metrics count a request that fails with %s as that', async (code, further) => {
  const { metrics } = await callEndpoint({ endpoint: fail(code) });
  expect(metrics).toEqual([RUN, ...further]);
});

test('The metrics of a handler are published with those of its request', async () => {
  const { metrics } = await callEndpoint({
    endpoint: ({ measure }) => {
      measure({ name: 'SecondsToResolve', value: 3 });
      return {};
    },
  });
  expect(metrics).toContainEqual({ name: 'SecondsToResolve', value: 3 });
});
