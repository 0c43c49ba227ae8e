import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  calledNumberField,
  changesOf,
  idField,
  internationalNumberField,
  lineField,
  reportedTextField,
  stringOf,
  textField,
  timestampInput,
} from '../../../../shared/base/fields.ts';

const messagesOf = (schema: z.ZodMiniType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message);

test.each([
  ['2026-11-20T13:00:30+01:00', '2026-11-20T12:00:30.000+00:00'],
  ['2026-11-20T12:00:30.5Z', '2026-11-20T12:00:30.500+00:00'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000+00:00'],
  ['9998-12-31T23:59:59Z', '9998-12-31T23:59:59.000+00:00'],
  ['2000-01-01T09:99:99Z', undefined],
  ['2019-12-31T00:00:00.0000Z', '2019-12-31T00:00:00.000+00:00'],
])('The timestamp %s of a request is stored as %s (undefined: rejected)', (sent, kept) => {
  expect(timestampInput.safeParse(sent).data).toBe(kept);
});

test.each(['0000-12-31T23:59:59Z', '9999-01-01T00:00:00Z'])(
  'A timestamp outside the years 0001 to 9998 is rejected: %s',
  (sent) => {
    expect(messagesOf(timestampInput, sent)).toEqual(['must be of the years 0001 to 9998']);
  },
);

test('A timestamp may contain 0000 and 9999 in other parts than the year', () => {
  expect(timestampInput.safeParse('2026-11-20T00:00:00.9999Z').success).toBe(true);
});

test('A text field must be well-formed Unicode, and its length is counted in characters', () => {
  const schema = stringOf(2, 3);
  expect(['ab', '🚨🚨', 'abc', '🚨🚨🚨'].map((text) => messagesOf(schema, text))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(schema.safeParse('🚨').error?.issues[0]).toMatchObject({ code: 'too_small', minimum: 2 });
  expect(schema.safeParse('🚨🚨🚨🚨').error?.issues[0]).toMatchObject({ code: 'too_big', maximum: 3 });
  expect(messagesOf(schema, 'ab\ud800')).toEqual(['must be well-formed Unicode']);
});

test('The OpenAPI document contains the minimum and maximum lengths of a text', () => {
  expect(z.globalRegistry.get(stringOf(2, 3))).toMatchObject({ minLength: 2, maxLength: 3 });
  expect(z.globalRegistry.get(textField(3))).toMatchObject({ minLength: 1 });
});

test.each([
  ...['a\u0000b', 'a\u007fb', 'a\u0085b'].map((text) => [text, 'must not contain control characters']),
  ['a\ud800', 'must be well-formed Unicode'],
])('A text field that people read rejects unreadable characters: %j', (text, message) => {
  expect(messagesOf(textField(9), text)).toEqual([message]);
});

const NOTHING_VISIBLE = 'must contain a visible character';

test.each([
  ...[
    '\u200b',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u{e0041}',
    '\u00ad\u2060',
    '\u115f\u1160',
    '\u0301',
    '\ue000',
  ].map((text) => [text, NOTHING_VISIBLE]),
  ['Gate\nBcc: x', 'must be one line'],
  ['Gate\r\n2', 'must be one line'],
  ['Gate\t2', 'must be one line'],
  ['Gate\u20282', 'must be one line'],
  ...['Gate\u202egnp', '\u2066Gate\u2069', 'Ga\u202ate'].map((text) => [
    text,
    'must not contain characters that turn the direction of writing',
  ]),
])('A name that people cannot read in one line is rejected: %j', (text, message) => {
  expect(messagesOf(lineField(20), text)).toEqual([message]);
});

test.each([
  [' Gate\u00a0 ', 'Gate'],
  ['\u3000Gate\r\n', 'Gate'],
  ['Cafe\u0301', 'Café'],
  ['\u1112\u1161\u11ab', '한'],
  ['مرحبا\u200f', 'مرحبا\u200f'],
  ['👩\u200d🚒', '👩\u200d🚒'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['=', '='],
])('The name %j is stored as %j', (sent, kept) => {
  expect(lineField(20).safeParse(sent).data).toBe(kept);
});

test('A text of several lines needs a visible character, but the reported text of an alert needs none', () => {
  expect(messagesOf(textField(9), '\u200b')).toEqual([NOTHING_VISIBLE]);
  expect(textField(9).safeParse('a\ne\u0301').data).toBe('a\né');
  expect(reportedTextField(9).safeParse('\u200b').data).toBe('\u200b');
  expect(reportedTextField(9).safeParse('e\u0301').data).toBe('e\u0301');
});

test('A letter of a name and its combining accent count as one character', () => {
  expect(lineField(3).safeParse('e\u0301'.repeat(3)).success).toBe(true);
  expect(lineField(3).safeParse('e\u0301'.repeat(4)).success).toBe(false);
});

test.each([
  ['+49 40 123456', '+4940123456'],
  ['+49 (0)40 / 123-456', '+4940123456'],
  ['0049 40 123456', '+4940123456'],
  ['(+49) 40.12.34.56', '+4940123456'],
  ['\u00a0+49\u00a040\u2011123456 ', '+4940123456'],
  ['＋４９ ４０ １２３４５６', '+4940123456'],
  ['+1 (555) 123-4567', '+15551234567'],
  ['112', '112'],
  ['911', '911'],
  ['110', '110'],
  ['091', '091'],
  ['116 117', '116117'],
  ['040 123456', undefined],
  ['040123', undefined],
  ['12', undefined],
  ['1234567', undefined],
  ['+49 40 123456 ext. 7', undefined],
  ['+4940123456, +4940123457', undefined],
  ['+1234567890123456', undefined],
  ['+0 40 123456', undefined],
  ['', undefined],
])('The telephone number %j of a contact is stored as %j (undefined: rejected)', (text, stored) => {
  expect(calledNumberField.safeParse(text).data).toBe(stored);
  const international = stored?.startsWith('+') ? stored : undefined;
  expect(internationalNumberField.safeParse(text).data).toBe(international);
});

const patternOf = (schema: z.ZodMiniType) =>
  (z.globalRegistry.get(schema) as { override: { pattern: string } }).override.pattern;

test('For numbers typed on a keyboard, the OpenAPI pattern allows exactly the telephone numbers that are accepted', () => {
  const pattern = new RegExp(patternOf(calledNumberField), 'u');
  const part = fc.constantFrom(...'0123456789', ' ', '-', '/', '.', '+', '00', 'x');
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 20 }).map((parts) => parts.join('')),
      (text) => {
        expect([text, calledNumberField.safeParse(text).success]).toEqual([text, pattern.test(text)]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('An id may be sent in capitals, and is read in lower case', () => {
  const id = '01992f3c-6b1e-7c55-9d6a-3f0b8a2c4e71';
  const given = [id.toUpperCase(), '01992F3c-6b1e-7c55-9D6A-3f0b8a2c4e71', id];
  expect(given.map((it) => idField.parse(it))).toEqual([id, id, id]);
  for (const wrong of [id.replaceAll('-', ''), `{${id}}`, id.replace('7c55', '4c55'), `urn:uuid:${id}`]) {
    expect(messagesOf(idField, wrong)).toEqual(['must be a valid UUID']);
  }
});

const changes = changesOf({ name: z.string(), size: z.int() });

test('A PATCH body must have at least one field, and no unknown field', () => {
  expect(changes.parse({ name: 'Gate' })).toEqual({ name: 'Gate' });
  expect(messagesOf(changes, {})).toEqual(['At least one field must be given.']);
});

test('A PATCH body with only an unknown field gets no additional error that a field is missing', () => {
  expect(changes.safeParse({ colour: 'red' }).error?.issues.map(({ code }) => code)).toEqual([
    'unrecognized_keys',
  ]);
});

test('The OpenAPI document requires at least one field in a PATCH body', () => {
  expect(z.globalRegistry.get(changes)).toMatchObject({ minProperties: 1 });
});
