import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { Caller } from '../../../../shared/actor.ts';
import { callerContext, readCaller } from '../../../../shared/http/caller.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeKeyCaller } from '../../../support/make-key.ts';

const eventWith = (authorizer: unknown) => ({ requestContext: { authorizer } }) as APIGatewayProxyEvent;

const CALLERS: [string, Caller][] = [
  ['a user', makeCaller('viewer', 'acme')],
  ['a key that is bound to nothing', makeKeyCaller()],
  ['a key that is bound to a site', makeKeyCaller({ siteId: 'site-1' })],
  ['a key that is bound to a device', makeKeyCaller({ siteId: 'site-1', deviceId: 'device-1' })],
];

test.each(CALLERS)('the authorizer hands over, in texts alone, %s', (_, caller) => {
  const context = callerContext(caller);
  expect(Object.values(context).every((value) => typeof value === 'string')).toBe(true);
  expect(readCaller(eventWith({ ...context, principalId: 'x' }))).toEqual(caller);
});

test('a request that the authorizer let nobody in with is a fault', () => {
  expect(() => readCaller(eventWith(undefined))).toThrow();
  expect(() => readCaller(eventWith({ principalId: 'x' }))).toThrow();
});
