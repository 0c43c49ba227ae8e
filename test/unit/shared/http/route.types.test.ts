import { expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { defineRoute, type ParameterOf, type TargetOf } from '../../../../shared/http/route.ts';

/** The compiler checks these tests, not the run: `npm run check` runs it first. */

test('The type of a route’s path has the names of its parameters', () => {
  expectTypeOf<ParameterOf<'/api/v1/sites'>>().toBeNever();
  expectTypeOf<ParameterOf<'/api/v1/sites/{site_id}/zones'>>().toEqualTypeOf<'site_id'>();
  expectTypeOf<ParameterOf<'/a/{site_id}/b/{token_id}'>>().toEqualTypeOf<'site_id' | 'token_id'>();
});

test('A route’s path has a target only if its parameter is the id of a kind', () => {
  expectTypeOf<TargetOf<'/api/v1/sites'>>().toEqualTypeOf<undefined>();
  expectTypeOf<TargetOf<'/api/v1/users/{user_id}/sites'>>().toEqualTypeOf<'user'>();
  expectTypeOf<TargetOf<'/docs/assets/{asset}'>>().toEqualTypeOf<undefined>();
  expectTypeOf<TargetOf<'/a/{token_id}'>>().toEqualTypeOf<undefined>();
});

test('Defining a route keeps the types of its declaration', () => {
  const route = defineRoute('sites/find-site', {
    method: 'POST',
    path: '/api/v1/sites/{site_id}/find',
    summary: 'Finds',
    access: 'sites:read',
    request: { body: z.object({ deep: z.boolean() }) },
    response: { description: 'Found.', body: z.object({ found: z.int() }) },
  });
  expectTypeOf(route.access).toEqualTypeOf<'sites:read'>();
  expectTypeOf(route.target).toEqualTypeOf<'site'>();
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
