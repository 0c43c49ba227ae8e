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

test('The local server passes a well-formed Authorization header with a token to the authorizer', () => {
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
])('The local server rejects the Authorization header %j', (value) => {
  expect(isAuthorizationHeader(value)).toBe(false);
});

test('The local server converts the values of an authorizer’s context to strings, as API Gateway does', () => {
  const context = { user_id: 'u', token_id: 7, active: true, nothing: null };
  expect(returned(policy('Allow', { context }))).toEqual({
    allowed: true,
    context: { user_id: 'u', token_id: '7', active: 'true', nothing: null, principalId: 'user-1' },
  });
});

test('The local server rejects a request if the authorizer returns Deny', () => {
  expect(returned(policy('Deny'))).toEqual(REFUSED);
});

test('On the local server, an Allow in the authorizer’s policy may match a method’s ARN with wildcards', () => {
  expect(withStatements(statement('Allow', 'arn:aws:execute-api:*/dev/*'))).toMatchObject({
    allowed: true,
  });
  expect(withStatements(statement('Allow', ['x', '*/G?T/api/v1/sites'], ['execute-api:*']))).toMatchObject({
    allowed: true,
  });
});

test('A method without a matching statement in the authorizer’s policy is denied on the local server', () => {
  expect(withStatements(statement('Allow', 'arn:aws:execute-api:*/prod/*'))).toEqual(REFUSED);
  expect(withStatements(statement('Allow', '*', 's3:GetObject'))).toEqual(REFUSED);
  expect(withStatements(statement('Allow', 'arn.aws:execute-api*'))).toEqual(REFUSED);
});

test('A Deny in the authorizer’s policy overrides an Allow on the local server', () => {
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
])(
  'If the authorizer returns the invalid result %j, the local server reports a configuration error',
  (result) => {
    expect(returned(result)).toEqual({ allowed: false, response: 'AUTHORIZER_CONFIGURATION_ERROR' });
  },
);

test('If the authorizer throws the error Unauthorized, the local server rejects the request as unauthorized', () => {
  expect(failed(new Error('Unauthorized'))).toEqual({ allowed: false, response: 'UNAUTHORIZED' });
});

test.each([new Error('unauthorized'), new Error('Unauthorized.'), 'Unauthorized'])(
  'If the authorizer throws anything but an Error with the message Unauthorized, the local server reports an authorizer failure: %s',
  (error) => {
    expect(failed(error)).toEqual({ allowed: false, response: 'AUTHORIZER_FAILURE' });
  },
);

test('If the authorizer takes too long, the local server reports an authorizer failure', () => {
  expect(read({ outcome: 'timed_out' })).toEqual({ allowed: false, response: 'AUTHORIZER_FAILURE' });
});
