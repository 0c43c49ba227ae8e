import { expect, test } from 'vitest';
import { ApiError, type ErrorCode } from '../../../../shared/errors.ts';
import { callEndpoint } from '../../../support/call-endpoint.ts';

const UNITS = [
  { name: 'ReadUnits', value: 0 },
  { name: 'WriteUnits', value: 0 },
  { name: 'TableCalls', value: 0 },
  { name: 'TableTime', value: 0 },
];

const RUN = { name: 'Runs', value: 1, dimensions: { group: 'things' } };

const fail = (code: ErrorCode) => () => {
  throw new ApiError(code);
};

test('A successful request counts as a run and not as a failure', async () => {
  const { metrics } = await callEndpoint();
  expect(metrics).toEqual([RUN, ...UNITS]);
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
      {
        name: 'InternalErrors',
        value: 1,
        dimensions: { function_name: 'guard-test-function', function_version: '7' },
      },
      { ...RUN, name: 'ServerErrors' },
    ],
  ],
  ['service_unavailable', [{ ...RUN, name: 'ServerErrors' }]],
] as const)('A request that fails with %s is counted as that', async (code, further) => {
  const { metrics } = await callEndpoint({ endpoint: fail(code) });
  expect(metrics).toEqual([RUN, { name: 'Failures', value: 1, dimensions: { code } }, ...further, ...UNITS]);
});

test('The metrics of a handler are published with those of the request', async () => {
  const { metrics } = await callEndpoint({
    endpoint: ({ measure }) => {
      measure({ name: 'SecondsToResolve', value: 3, dimensions: { severity: 'low' } });
      return {};
    },
  });
  expect(metrics).toContainEqual({ name: 'SecondsToResolve', value: 3, dimensions: { severity: 'low' } });
});
