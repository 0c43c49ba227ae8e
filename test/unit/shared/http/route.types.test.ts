import { expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { defineRoute, type ParameterOf } from '../../../../shared/http/route.ts';
import { SITES } from '../../../../shared/sites/site.ts';

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
  const facts = { method: 'GET', path: '/a', summary: 'Burns', response: { description: 'Burnt.' } } as const;
  defineRoute('sites/read-site', { ...facts, access: 'sites:read' });
  // @ts-expect-error there is no such permission
  defineRoute('sites/burn-site', { ...facts, access: 'sites:burn' });
});

test('A declaration with a key that nobody reads does not compile, at its top and in its parts', () => {
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
