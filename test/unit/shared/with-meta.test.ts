import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { withMeta } from '../../../shared/with-meta.ts';

const metaOf = (schema: z.ZodMiniType) => z.globalRegistry.get(schema);

describe('what a schema says of itself', () => {
  test('is said of a copy that takes the same, and not of the schema that was given', () => {
    const given = z.string().check(z.maxLength(3));
    const named = withMeta(given, { id: 'Short', description: 'A short text.' });
    expect(metaOf(named)).toEqual({ id: 'Short', description: 'A short text.' });
    expect(metaOf(given)).toBeUndefined();
    expect(['abc', 'abcd'].map((text) => named.safeParse(text).success)).toEqual([true, false]);
  });

  test('adds to what was said before, and takes the place of what it says again; an id is not inherited', () => {
    const field = withMeta(z.string(), { id: 'Field', description: 'A field.', examples: ['a'] });
    const other = withMeta(field, { description: 'Another field.' });
    expect(metaOf(other)).toEqual({ description: 'Another field.', examples: ['a'] });
    expect(metaOf(field)).toEqual({ id: 'Field', description: 'A field.', examples: ['a'] });
  });

  test('costs nothing where a value is parsed: no check is added', () => {
    const given = z.string();
    expect(withMeta(given, { description: 'A text.' }).def.checks).toEqual(given.def.checks);
  });
});
