import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { Caller } from '../../../../shared/base/actor.ts';
import { callerContext, readCaller } from '../../../../shared/http/caller.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeKeyCaller } from '../../../support/make-key.ts';

const eventWith = (authorizer: unknown) => ({ requestContext: { authorizer } }) as APIGatewayProxyEvent;

const CALLERS: [string, Caller][] = [
  ['a user', makeCaller('viewer', 'acme')],
  [
    'a user without the second factor of a required one',
    { ...makeCaller('viewer', 'acme'), authentication: '{"method":"password"}', lacksSecondFactor: true },
  ],
  [
    'a user of a tenant with a number of children and a limit',
    { ...makeCaller('viewer', 'acme'), tenantChildren: 2_014, tenantRequestsPerMinute: 5_000 },
  ],
  ['a user of an empty tenant', { ...makeCaller('viewer', 'acme'), tenantChildren: 0 }],
  ['a key of a tenant with a number of children', makeKeyCaller({ tenantChildren: 7 })],
  ['a key that is bound to nothing', makeKeyCaller()],
  ['a key of any name', makeKeyCaller({ name: 'Portão 7, 100 % 🚨\n\u2028' })],
  ['a key that is bound to a site', makeKeyCaller({ siteId: 'site-1' })],
  ['a key that reads', makeKeyCaller({ access: 'read' })],
  ['a key that is bound to a device', makeKeyCaller({ siteId: 'site-1', deviceId: 'device-1' })],
  [
    'a key that is bound to a device with a threshold',
    makeKeyCaller({ siteId: 'site-1', deviceId: 'device-1', mayRunAway: true }),
  ],
];

test.each(CALLERS)(
  'The context that the authorizer passes on has only ASCII strings and can be read back: %s',
  (_, caller) => {
    const context = callerContext(caller);
    for (const value of Object.values(context)) expect(value).toMatch(/^[\x21-\x7e]+$/);
    expect(readCaller(eventWith({ ...context, principalId: 'x' }))).toEqual(caller);
  },
);

test('Reading the caller of a request without a context of the authorizer is an internal error', () => {
  expect(() => readCaller(eventWith(undefined))).toThrow();
  expect(() => readCaller(eventWith({ principalId: 'x' }))).toThrow();
});
