import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ApiError, type FieldErrors } from '../../../shared/errors.ts';
import { idField, slugField, textField } from '../../../shared/fields.ts';
import { listQuery } from '../../../shared/lists/contract.ts';
import { emailField } from '../../../shared/users/user.ts';
import { validate } from '../../../shared/validation.ts';

function errorsOf(schema: z.ZodType, input: unknown): FieldErrors | undefined {
  try {
    validate(schema, input);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_failed') return { ...error.fields };
    throw error;
  }
  return undefined;
}

const person = z.strictObject({
  name: textField(5),
  email: emailField,
  role: z.enum(['operator', 'viewer']),
  site_ids: z.array(idField).max(1).optional(),
});
const valid = { name: 'Ada', email: 'ada@guard.test', role: 'viewer' };

describe('validation', () => {
  test('names every missing field', () => {
    expect(errorsOf(person, {})).toEqual({
      name: ['The name field is required.'],
      email: ['The email field is required.'],
      role: ['The role field is required.'],
    });
  });

  test.each([
    [{ ...valid, name: 7 }, { name: ['The name field must be a string.'] }],
    [{ ...valid, name: null }, { name: ['The name field must be a string.'] }],
    [{ ...valid, name: '   ' }, { name: ['The name field must be at least 1 character.'] }],
    [{ ...valid, name: 'Grace H' }, { name: ['The name field must not be greater than 5 characters.'] }],
    [{ ...valid, name: 'a\u0000b' }, { name: ['The name field must not contain control characters.'] }],
    [{ ...valid, name: 'a\ud800' }, { name: ['The name field must not contain control characters.'] }],
    [{ ...valid, email: 'ada' }, { email: ['The email field must be a valid email address.'] }],
    [{ ...valid, role: 'king' }, { role: ['The role field must be one of operator, viewer.'] }],
    [{ ...valid, site_ids: ['1'] }, { 'site_ids.0': ['The site_ids.0 field must be a valid UUID.'] }],
    [{ ...valid, admin: true }, { admin: ['The admin field is not allowed.'] }],
    [null, { body: ['The request body must be a JSON object.'] }],
    [[], { body: ['The request body must be a JSON object.'] }],
    ['text', { body: ['The request body must be a JSON object.'] }],
  ])('explains what is wrong with %j', (input, errors) => {
    expect(errorsOf(person, input)).toEqual(errors);
  });

  test('refuses a __proto__ key like any unknown field', () => {
    const input: unknown = JSON.parse(`{"__proto__":{"role":"viewer"},"name":"Ada"}`);
    expect(Object.keys(errorsOf(person, input) ?? {})).toContain('__proto__');
  });

  test('keeps emoji and trims text', () => {
    expect(validate(textField(4), '  🚨 ok ')).toBe('🚨 ok');
  });

  test('counts characters as JSON Schema does, after trimming', () => {
    expect(validate(textField(2), ' 🚨🚨 ')).toBe('🚨🚨');
    expect(errorsOf(z.object({ name: textField(2) }), { name: ' 🚨🚨🚨 ' })).toEqual({
      name: ['The name field must not be greater than 2 characters.'],
    });
  });

  test('says once what is wrong with an empty text', () => {
    expect(errorsOf(z.object({ name: textField(2) }), { name: '' })).toEqual({
      name: ['The name field must be at least 1 character.'],
    });
  });

  test('takes for text exactly what its pattern in the document takes', () => {
    const field = textField(3);
    const pattern = new RegExp(String(field.meta()?.['pattern']), 'u');
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 6 }),
        fc.constantFrom('', ' ', '\n', '\ufeff'),
        (text, edge) => {
          const sent = edge + text + edge;
          fc.pre(sent.isWellFormed());
          expect([sent, pattern.test(sent)]).toEqual([sent, field.safeParse(sent).success]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('does not echo absurdly long field names', () => {
    const errors = errorsOf(person, { ...valid, ['x'.repeat(10_000)]: 1 });
    expect(Object.keys(errors ?? {}).map((field) => field.length <= 100)).toEqual([true]);
  });
});

describe('the limit of a list', () => {
  const query = listQuery({ type: slugField.optional() });

  test.each([
    [undefined, 20],
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['007', 7],
    ['99999999999999999999999999', 100],
  ])('%s is %i', (limit, expected) => {
    expect(validate(query, limit === undefined ? {} : { limit }).limit).toBe(expected);
  });

  test.each(['0', '00', '-1', '1.5', '1e2', '', ' 5', '+5', 'five', 'NaN'])('%j is refused', (limit) => {
    expect(Object.keys(errorsOf(query, { limit }) ?? {})).toEqual(['limit']);
  });

  test('is not the only parameter that is checked', () => {
    expect(errorsOf(query, { sevrity: 'high' })).toEqual({ sevrity: ['The sevrity field is not allowed.'] });
    expect(Object.keys(errorsOf(query, { type: 'Not A Slug' }) ?? {})).toEqual(['type']);
    expect(Object.keys(errorsOf(query, { cursor: 'x'.repeat(100_000) }) ?? {})).toEqual(['cursor']);
  });
});
