import { expect, test } from 'vitest';
import { isAuthorizationHeader, readAuthorization } from '../../../../lib/local/authorize.ts';
import type { Invocation } from '../../../../lib/local/invoke.ts';
import { AUTHORIZATION, policy } from './gateway-harness.ts';

const EVENT = {
  type: 'TOKEN',
  authorizationToken: AUTHORIZATION,
  methodArn: 'arn:aws:execute-api:local:000000000000:local/dev/GET/api/v1/sites',
} as const;

const read = (run: Invocation) => readAuthorization(EVENT, run);
const returned = (result: unknown) => read({ outcome: 'returned', result });
const failed = (error: unknown) => read({ outcome: 'failed', error });
const withStatements = (...statements: object[]) =>
  returned(policy('Allow', { policyDocument: { Version: '2012-10-17', Statement: statements } }));
const statement = (
  Effect: string,
  Resource: string | string[],
  Action: string | string[] = 'execute-api:Invoke',
) => ({
  Effect,
  Action,
  Resource,
});

const REFUSED = { allowed: false, response: 'ACCESS_DENIED' };

test('Tokens are passed to the authorizer', () => {
  expect(isAuthorizationHeader(AUTHORIZATION)).toBe(true);
});

test.each([
  undefined,
  '',
  'Bearer',
  'Basic YTpi',
  'Bearer 1|guard_short',
  `${AUTHORIZATION}x`,
  ` ${AUTHORIZATION}`,
])('The header %j is rejected', (value) => {
  expect(isAuthorizationHeader(value)).toBe(false);
});

test('The context of an Allow is converted to strings', () => {
  const context = { user_id: 'u', token_id: 7, active: true, nothing: null };
  expect(returned(policy('Allow', { context }))).toEqual({
    allowed: true,
    context: { user_id: 'u', token_id: '7', active: 'true', nothing: null, principalId: 'user-1' },
  });
});

test('A Deny rejects the request', () => {
  expect(returned(policy('Deny'))).toEqual(REFUSED);
});

test('A pattern of the ARN allows a method', () => {
  expect(withStatements(statement('Allow', 'arn:aws:execute-api:*/dev/*'))).toMatchObject({
    allowed: true,
  });
  expect(withStatements(statement('Allow', ['x', '*/G?T/api/v1/sites'], ['execute-api:*']))).toMatchObject({
    allowed: true,
  });
});

test('A method without a matching statement is denied', () => {
  expect(withStatements(statement('Allow', 'arn:aws:execute-api:*/prod/*'))).toEqual(REFUSED);
  expect(withStatements(statement('Allow', '*', 's3:GetObject'))).toEqual(REFUSED);
  expect(withStatements(statement('Allow', 'arn.aws:execute-api*'))).toEqual(REFUSED);
});

test('A Deny overrides an Allow', () => {
  expect(withStatements(statement('Allow', '*'), statement('Deny', '*/sites'))).toEqual(REFUSED);
});

test.each([
  null,
  {},
  policy('Allow', { principalId: undefined }),
  policy('Allow', { policyDocument: { Statement: [] } }),
  policy('Allow', { policyDocument: { Statement: [statement('allow', '*')] } }),
  policy('Allow', { context: { list: [] } }),
  policy('Allow', { context: { map: {} } }),
])('An invalid policy is a configuration error: %j', (result) => {
  expect(returned(result)).toEqual({ allowed: false, response: 'AUTHORIZER_CONFIGURATION_ERROR' });
});

test('The error message Unauthorized rejects the request', () => {
  expect(failed(new Error('Unauthorized'))).toEqual({ allowed: false, response: 'UNAUTHORIZED' });
});

test.each([new Error('unauthorized'), new Error('Unauthorized.'), 'Unauthorized'])(
  'Another error of the authorizer is a failure: %s',
  (error) => {
    expect(failed(error)).toEqual({ allowed: false, response: 'AUTHORIZER_FAILURE' });
  },
);

test('An authorizer that takes too long has failed', () => {
  expect(read({ outcome: 'timed_out' })).toEqual({ allowed: false, response: 'AUTHORIZER_FAILURE' });
});
