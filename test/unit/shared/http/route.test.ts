import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { withMeta } from '../../../../shared/base/schema.ts';
import { defineRoute, type ParameterOf, type RouteDeclaration } from '../../../../shared/http/route.ts';
import { SITES } from '../../../../shared/sites/site.ts';

const LEAST: RouteDeclaration = {
  method: 'GET',
  path: '/things',
  summary: 'A thing',
  access: 'anyone',
  response: { description: 'The thing.' },
};
const define = (declaration: Partial<RouteDeclaration> = {}) =>
  defineRoute('things/get-thing', { ...LEAST, ...declaration });

const ID = '01992f3c-6b1e-7c55-9d6a-3f0b8a2c4e71';
const body = withMeta(z.object({}), { id: 'Thing' });
const description = 'The thing.';

test('The name, the file and the resource of a route come from its id', () => {
  expect(define()).toMatchObject({
    file: 'things',
    resource: 'things',
    name: 'get-thing',
    summary: 'A thing',
  });
});

test('The default rate class of a route is api, and none for a public route', () => {
  expect(define().rateClass).toBe('none');
  expect(define({ access: 'signed_in' }).rateClass).toBe('api');
  expect(define({ access: 'sites:read' }).rateClass).toBe('api');
  expect(define({ access: 'signed_in', rateClass: 'auth' }).rateClass).toBe('auth');
});

test('The default status of a route is 200, and 204 for DELETE', () => {
  expect(define().response.status).toBe(200);
  expect(define({ method: 'DELETE' }).response.status).toBe(204);
  expect(define({ method: 'DELETE', response: { description, status: 200 } }).response.status).toBe(200);
});

test.each([
  [
    'has an ETag by default if it has a body and its route requires a permission',
    { access: 'sites:read', response: { description, body } },
    true,
  ],
  ['has no ETag by default if its route is public', { response: { description, body } }, false],
  [
    'has no ETag by default if its route requires a sign-in but no permission',
    { access: 'signed_in', response: { description, body } },
    false,
  ],
  ['has no ETag if it has no body', { access: 'sites:read' }, false],
  ['has an ETag if its route declares etag: true', { response: { description, body, etag: true } }, true],
  [
    'has no ETag if its route declares etag: false',
    { access: 'sites:read', response: { description, body, etag: false } },
    false,
  ],
] as const)('A response %s (case %#)', (_, declaration, expected) => {
  expect(define(declaration).response.etag).toBe(expected);
});

test('Only a route that creates an entity has a Location header', () => {
  expect(define({ response: { description, body, status: 201 } }).response.headers).toEqual({
    Location: 'The URL of the new thing.',
  });
  expect(define({ response: { description, body } }).response.headers).toEqual({});
});

test('A route that creates an entity needs a response schema with an id', () => {
  expect(() => define({ response: { description, status: 201 } })).toThrow(
    'A route that creates needs a response schema with an id',
  );
});

test('The first parameter of a route’s path is the id of the route’s target', () => {
  expect(define().target).toBeUndefined();
  expect(define({ path: '/assets/{asset}' }).target).toBeUndefined();
  expect(define({ path: '/sites/{site_id}/days/{day}', target: SITES }).target).toEqual({
    kind: SITES,
    parameter: 'site_id',
  });
  expect(() => define({ path: '/sites', target: SITES })).toThrow('/sites names no entity');
});

test('The path parameters of a route are ids, unless the route declares a schema', () => {
  expect(define().request.path).toBeUndefined();
  const ofId = define({ path: '/sites/{site_id}' }).request.path;
  expect([{ site_id: ID }, { site_id: 'x' }, {}].map((it) => ofId?.safeParse(it).success)).toEqual([
    true,
    false,
    false,
  ]);
  const path = { asset: z.literal('style.css') };
  const ofAsset = define({ path: '/assets/{asset}', request: { path } }).request.path;
  expect(['style.css', ID].map((asset) => ofAsset?.safeParse({ asset }).success)).toEqual([true, false]);
});

test('A route has the declared table operations without duplicates, and none by default', () => {
  expect(define().table).toEqual({ actions: [], indexes: [] });
  expect(define({ table: { actions: ['PutItem', 'GetItem', 'GetItem'] } }).table).toEqual({
    actions: ['GetItem', 'PutItem'],
    indexes: [],
  });
});

describe('types', () => {
  /** The compiler checks these tests, not the run: `npm run check` runs it first. */

  test('The type of a route’s path has the names of its parameters', () => {
    expectTypeOf<ParameterOf<'/api/v1/sites'>>().toBeNever();
    expectTypeOf<ParameterOf<'/api/v1/sites/{site_id}/zones'>>().toEqualTypeOf<'site_id'>();
    expectTypeOf<ParameterOf<'/a/{site_id}/b/{token_id}'>>().toEqualTypeOf<'site_id' | 'token_id'>();
  });

  test('Defining a route keeps the types of its declaration', () => {
    const route = defineRoute('sites/find-site', {
      method: 'POST',
      path: '/api/v1/sites/{site_id}/find',
      target: SITES,
      summary: 'Finds',
      access: 'sites:read',
      request: { body: z.object({ deep: z.boolean() }) },
      response: { description: 'Found.', body: z.object({ found: z.int() }) },
    });
    expectTypeOf(route.access).toEqualTypeOf<'sites:read'>();
    expectTypeOf(route.target.kind).toEqualTypeOf<typeof SITES>();
    expectTypeOf(route.request.query).toEqualTypeOf<undefined>();
    expectTypeOf<z.infer<typeof route.request.body>>().toEqualTypeOf<{ deep: boolean }>();
    expectTypeOf<z.infer<typeof route.response.body>>().toEqualTypeOf<{ found: number }>();
  });

  test('A route with an unknown permission does not compile', () => {
    const facts = {
      method: 'GET',
      path: '/a',
      summary: 'Burns',
      response: { description: 'Burnt.' },
    } as const;
    defineRoute('sites/read-site', { ...facts, access: 'sites:read' });
    // @ts-expect-error there is no such permission
    defineRoute('sites/burn-site', { ...facts, access: 'sites:burn' });
  });

  test('A route declaration with an unknown property does not compile, at its top level or nested', () => {
    const facts = { method: 'GET', path: '/a', summary: 'Reads', access: 'anyone' } as const;
    const response = { description: 'Read.' } as const;
    defineRoute('sites/read-site', { ...facts, response });
    // @ts-expect-error the key is `isPolled`
    defineRoute('sites/read-site', { ...facts, response, isPoled: true });
    // @ts-expect-error the key is `query`
    defineRoute('sites/read-site', { ...facts, response, request: { qery: z.strictObject({}) } });
    // @ts-expect-error the key is `etag`
    defineRoute('sites/read-site', { ...facts, response: { ...response, eTag: true } });
    // @ts-expect-error the key is `actions`
    defineRoute('sites/read-site', { ...facts, response, table: { action: ['GetItem'] } });
  });
});
