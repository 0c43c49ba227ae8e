import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { metadataField } from '../../../../shared/alerts/alert-input.ts';
import { emailField } from '../../../../shared/base/email-field.ts';
import { ApiError, type FieldErrors } from '../../../../shared/base/errors.ts';
import {
  idField,
  lineField,
  reportedTextField,
  slugField,
  textField,
  timestampInput,
} from '../../../../shared/base/fields.ts';
import { escalationInputSchema } from '../../../../shared/base/severities.ts';
import { validate } from '../../../../shared/base/validation.ts';
import { listQuery } from '../../../../shared/table/list-contract.ts';

function errorsOf(schema: z.ZodMiniType, input: unknown): FieldErrors | undefined {
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
  site_ids: z.optional(z.array(idField).check(z.maxLength(1))),
});
const valid = { name: 'Ada', email: 'ada@guard.test', role: 'viewer' };

test('Validation names every missing field', () => {
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
  [{ ...valid, name: 'a\ud800' }, { name: ['The name field must be well-formed Unicode.'] }],
  [{ ...valid, email: 'ada' }, { email: ['The email field must be a valid email address.'] }],
  [{ ...valid, role: 'king' }, { role: ['The role field must be one of operator, viewer.'] }],
  [{ ...valid, site_ids: ['1'] }, { 'site_ids.0': ['The site_ids.0 field must be a valid UUID.'] }],
  [{ ...valid, admin: true }, { admin: ['The admin field is not allowed.'] }],
  [null, { body: ['The request body must be a JSON object.'] }],
  [[], { body: ['The request body must be a JSON object.'] }],
  ['text', { body: ['The request body must be a JSON object.'] }],
])('Validation explains what is wrong with the input %j', (input, errors) => {
  expect(errorsOf(person, input)).toEqual(errors);
});

test.each([
  [
    z.object({ at: timestampInput }),
    { at: '2026-11-20T13:00:30 01:00' },
    {
      at: ['The at field must be an ISO 8601 timestamp with a UTC offset: write its + as %2B in a URL.'],
    },
  ],
  [
    z.object({ at: timestampInput }),
    { at: 'noon' },
    { at: ['The at field must be an ISO 8601 timestamp with a UTC offset.'] },
  ],
  [
    z.object({ email: z.email() }),
    { email: 'ada' },
    { email: ['The email field must be a valid email address.'] },
  ],
  [
    z.object({ count: z.number().check(z.minimum(1)) }),
    { count: 0 },
    { count: ['The count field must be at least 1.'] },
  ],
  [z.object({ count: z.int() }), { count: 1.5 }, { count: ['The count field must be an integer.'] }],
  [z.object({ is_on: z.boolean() }), { is_on: 'yes' }, { is_on: ['The is_on field must be true or false.'] }],
  [
    z.object({ ids: z.array(z.string()).check(z.maxLength(1)) }),
    { ids: ['a', 'b'] },
    { ids: ['The ids field must not be greater than 1 item.'] },
  ],
  [
    z.object({ ids: z.array(z.string()).check(z.minLength(2)) }),
    { ids: [] },
    { ids: ['The ids field must be at least 2 items.'] },
  ],
  [z.object({ ids: z.array(z.string()) }), { ids: 'a' }, { ids: ['The ids field must be an array.'] }],
  [z.object({ place: z.object({}) }), { place: 7 }, { place: ['The place field must be an object.'] }],
  [
    z.object({ metadata: metadataField }),
    { metadata: [] },
    { metadata: ['The metadata field must be an object.'] },
  ],
  ...['A', '', 'a_b', 'constructor'].map((name): [z.ZodMiniType, unknown, FieldErrors] => [
    z.object({ metadata: metadataField }),
    { metadata: { [name]: 'x' } },
    {
      [`metadata.${name}`]: [
        `The metadata.${name} field has a name that must be lower-case letters, digits and single hyphens, and not constructor.`,
      ],
    },
  ]),
  [
    z.object({ metadata: metadataField }),
    { metadata: { ['x'.repeat(65)]: 'x' } },
    {
      [`metadata.${'x'.repeat(65)}`]: [
        `The metadata.${'x'.repeat(65)} field has a name that must not be greater than 64 characters.`,
      ],
    },
  ],
  [escalationInputSchema, { high: [0] }, { 'high.0': ['The high.0 field must be at least 1.'] }],
  [escalationInputSchema, { high: [2, 2] }, { high: ['The high field must rise from step to step.'] }],
  [z.object({ at: z.date() }), { at: 'noon' }, { at: ['The at field must be date.'] }],
  [z.object({ a: z.strictObject({}) }), { a: { b: 1 } }, { 'a.b': ['The a.b field is not allowed.'] }],
])('Validation describes the violated rule of a field: %#', (schema, input, errors) => {
  expect(errorsOf(schema, input)).toEqual(errors);
});

test('If a check of the whole request body fails, validation reports the message of that check', () => {
  const schema = z.object({ a: z.int() }).check(z.refine(() => false, { error: 'Something else is wrong.' }));
  expect(errorsOf(schema, { a: 1 })).toEqual({ body: ['Something else is wrong.'] });
});

test.each([
  [{}],
  [{ place: undefined }],
  [{ place: null }],
  [{ place: 7 }],
  [{ place: {} }],
  [{ place: { zone: undefined } }],
  [Object.create({ place: { zone: 1 } })],
])('Validation reports a missing field at any depth: %#', (input) => {
  const schema = z.any().check(({ issues, value }) => {
    issues.push({ code: 'custom', path: ['place', 'zone'], message: 'is wrong', input: value });
  });
  expect(errorsOf(schema, input)).toEqual({ 'place.zone': ['The place.zone field is required.'] });
  expect(errorsOf(schema, { place: { zone: null } })).toEqual({
    'place.zone': ['The place.zone field is wrong.'],
  });
});

test('If a field has the wrong type, validation reports only that error for it', () => {
  const schema = z.object({ ids: z.array(z.string()).check(z.maxLength(1)) });
  expect(errorsOf(schema, { ids: 'abc' })).toEqual({ ids: ['The ids field must be an array.'] });
});

test('Validation reports all errors of one field', () => {
  const schema = z.object({
    a: z.string().check(z.minLength(3), z.regex(/^x/, { error: 'must begin with x' })),
  });
  expect(errorsOf(schema, { a: 'b' })).toEqual({
    a: ['The a field must be at least 3 characters.', 'The a field must begin with x.'],
  });
});

test('Validation truncates the name of a known field to 100 characters', () => {
  const name = 'x'.repeat(200);
  expect(errorsOf(z.object({ [name]: z.string() }), {})).toEqual({
    ['x'.repeat(100)]: [`The ${'x'.repeat(100)} field is required.`],
  });
});

test('Validation rejects a __proto__ key like any unknown field', () => {
  const input: unknown = JSON.parse(`{"__proto__":{"role":"viewer"},"name":"Ada"}`);
  expect(Object.keys(errorsOf(person, input) ?? {})).toContain('__proto__');
});

test('Validation keeps emoji and removes the spaces around a text', () => {
  expect(validate(textField(4), '  🚨 ok ')).toBe('🚨 ok');
});

test('Validation counts characters as JSON Schema does, after trimming', () => {
  expect(validate(textField(2), ' 🚨🚨 ')).toBe('🚨🚨');
  expect(errorsOf(z.object({ name: textField(2) }), { name: ' 🚨🚨🚨 ' })).toEqual({
    name: ['The name field must not be greater than 2 characters.'],
  });
});

test('Validation reports an empty text once', () => {
  expect(errorsOf(z.object({ name: textField(2) }), { name: '' })).toEqual({
    name: ['The name field must be at least 1 character.'],
  });
});

test.each([
  ['a text of several lines', textField(3)],
  ['a text of one line', lineField(3)],
  ['a reported text', reportedTextField(3)],
])('Validation of %s accepts the same texts as the pattern in the OpenAPI document', (_, field) => {
  const pattern = new RegExp(String(z.globalRegistry.get(field)?.['pattern']), 'u');
  const edge = fc.constantFrom('', ' ', '\n', '\ufeff');
  const unit = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom('a\nb', 'a\u2028b', '\u202ea'),
  );
  fc.assert(
    fc.property(unit, edge, (text, around) => {
      const sent = around + text + around;
      fc.pre(sent.isWellFormed());
      const messages = field.safeParse(sent).error?.issues.map(({ message }) => message) ?? [];
      // No pattern of every dialect can say this.
      fc.pre(!messages.includes('must contain a visible character'));
      expect([sent, pattern.test(sent)]).toEqual([sent, messages.length === 0]);
    }),
    { numRuns: 500 },
  );
});

test('Validation truncates the name of an unknown field to 100 characters', () => {
  const errors = errorsOf(person, { ...valid, ['x'.repeat(10_000)]: 1 });
  expect(Object.keys(errors ?? {}).map((field) => field.length <= 100)).toEqual([true]);
});

const query = listQuery({ type: z.optional(slugField) });

test.each([
  [undefined, 20],
  ['1', 1],
  ['100', 100],
  ['101', 100],
  ['007', 7],
  ['99999999999999999999999999', 100],
])('The page size limit=%s of a list is read as %i', (limit, expected) => {
  expect(validate(query, limit === undefined ? {} : { limit }).limit).toBe(expected);
});

test.each(['0', '00', '-1', '1.5', '1e2', '', ' 5', '+5', 'five', 'NaN'])(
  'The page size limit=%j of a list is rejected',
  (limit) => {
    expect(Object.keys(errorsOf(query, { limit }) ?? {})).toEqual(['limit']);
  },
);

test('Parameters of a list other than the limit are validated, too', () => {
  expect(errorsOf(query, { sevrity: 'high' })).toEqual({ sevrity: ['The sevrity field is not allowed.'] });
  expect(Object.keys(errorsOf(query, { type: 'Not A Slug' }) ?? {})).toEqual(['type']);
  expect(Object.keys(errorsOf(query, { cursor: 'x'.repeat(100_000) }) ?? {})).toEqual(['cursor']);
});
