import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { withMeta } from '../../../../shared/base/schema.ts';

const metaOf = (schema: z.ZodMiniType) => z.globalRegistry.get(schema);

test('Adding metadata to a schema changes a copy and not the original', () => {
  const given = z.string().check(z.maxLength(3));
  const named = withMeta(given, { id: 'Short', description: 'A short text.' });
  expect(metaOf(named)).toEqual({ id: 'Short', description: 'A short text.' });
  expect(metaOf(given)).toBeUndefined();
  expect(['abc', 'abcd'].map((text) => named.safeParse(text).success)).toEqual([true, false]);
});

test('Adding metadata to a schema overrides its existing metadata and does not inherit its id', () => {
  const field = withMeta(z.string(), { id: 'Field', description: 'A field.', examples: ['a'] });
  const other = withMeta(field, { description: 'Another field.' });
  expect(metaOf(other)).toEqual({ description: 'Another field.', examples: ['a'] });
  expect(metaOf(field)).toEqual({ id: 'Field', description: 'A field.', examples: ['a'] });
});
