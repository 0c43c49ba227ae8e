import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { type Account, USERS } from '../../../../shared/accounts/user.ts';
import type { Scope } from '../../../../shared/base/access.ts';
import type { AuthenticatedUser, Caller } from '../../../../shared/base/actor.ts';
import type { EndpointAnswer, EndpointRequest } from '../../../../shared/http/endpoint.ts';
import { defineRoute } from '../../../../shared/http/route.ts';
import { SITES, type StoredSite } from '../../../../shared/sites/site.ts';
import { callEndpoint, NOW } from '../../../support/call-endpoint.ts';

test('The code of an endpoint receives the If-Match header and the URL of the request', async () => {
  const { body } = await callEndpoint({
    route: {
      method: 'PATCH',
      path: '/api/v1/things',
      response: { description: 'What was handed over.', body: z.unknown() },
    },
    event: { headers: { 'If-Match': '"x"', Accept: 'text/html' } },
    endpoint: ({ ifMatch, baseUrl, url, now }) => ({ body: { ifMatch, baseUrl, url, now } }),
  });
  expect(body).toEqual({
    ifMatch: '"x"',
    baseUrl: 'https://guard.test',
    url: 'https://guard.test/api/v1/things',
    now: NOW.toISOString(),
  });
});

describe('types', () => {
  /** The compiler checks these tests, not the run: `npm run check` runs it first. */

  const facts = { method: 'POST', summary: 'Does', response: { description: 'Done.' } } as const;

  const open = defineRoute('tests/open', { ...facts, path: '/open', access: 'anyone' });
  const signedIn = defineRoute('tests/signed-in', { ...facts, path: '/me', access: 'signed_in' });
  const ofSite = defineRoute('tests/of-site', {
    ...facts,
    path: '/sites/{site_id}/do',
    target: SITES,
    access: 'sites:update',
    request: {
      query: z.strictObject({ deep: z.pipe(z.string(), z.transform(Number)) }),
      body: z.strictObject({ at: z._default(z.string(), 'now') }),
    },
    response: { description: 'Done.', body: z.object({ done: z._default(z.boolean(), true) }) },
  });
  const ofUser = defineRoute('tests/of-user', {
    ...facts,
    path: '/users/{user_id}/do',
    target: USERS,
    access: 'users:read',
  });

  test('A public endpoint receives no caller, no scope and no target', () => {
    type Request = EndpointRequest<typeof open>;
    expectTypeOf<Request['caller']>().toEqualTypeOf<undefined>();
    expectTypeOf<Request['scope']>().toEqualTypeOf<undefined>();
    expectTypeOf<Request['target']>().toEqualTypeOf<undefined>();
    expectTypeOf<Request['body']>().toEqualTypeOf<undefined>();
  });

  test('An endpoint for signed-in users receives a caller, and receives a scope only if it requires a permission', () => {
    expectTypeOf<EndpointRequest<typeof signedIn>['caller']>().toEqualTypeOf<AuthenticatedUser>();
    expectTypeOf<EndpointRequest<typeof signedIn>['scope']>().toEqualTypeOf<undefined>();
    expectTypeOf<EndpointRequest<typeof ofSite>['caller']>().toEqualTypeOf<AuthenticatedUser>();
    expectTypeOf<EndpointRequest<typeof ofSite>['scope']>().toEqualTypeOf<Scope>();
  });

  const ofKeys = defineRoute('tests/of-keys', {
    ...facts,
    path: '/reports',
    access: 'alerts:create',
    takesKeys: 'report',
  });

  test('Only an endpoint that takes API keys may have a key as its caller', () => {
    expectTypeOf<EndpointRequest<typeof ofKeys>['caller']>().toEqualTypeOf<Caller>();
    expectTypeOf<EndpointRequest<typeof ofKeys>['scope']>().toEqualTypeOf<Scope>();
    expectTypeOf<EndpointRequest<typeof ofUser>['caller']>().toEqualTypeOf<AuthenticatedUser>();
  });

  test('The code of an endpoint receives the loaded target and the parsed input', () => {
    type Request = EndpointRequest<typeof ofSite>;
    expectTypeOf<Request['target']>().toEqualTypeOf<StoredSite>();
    expectTypeOf<EndpointRequest<typeof ofUser>['target']>().toEqualTypeOf<Account>();
    expectTypeOf<Request['path']>().toEqualTypeOf<{ readonly site_id: string }>();
    expectTypeOf<Request['query']>().toEqualTypeOf<{ deep: number }>();
    expectTypeOf<Request['body']>().toEqualTypeOf<{ at: string }>();
  });

  test('The body that an endpoint returns has the type of its response schema, or undefined if there is none', () => {
    expectTypeOf<EndpointAnswer<typeof ofSite>['body']>().toEqualTypeOf<{ done?: boolean | undefined }>();
    expectTypeOf<EndpointAnswer<typeof ofUser>['body']>().toEqualTypeOf<undefined>();
  });
});
