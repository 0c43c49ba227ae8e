import * as z from 'zod/mini';
import { ID_PATTERN } from './ids.ts';
import { formatTimestamp } from './time.ts';
import { withMeta } from './with-meta.ts';

/**
 * Field schemas that several resources share. Inputs reject values that DynamoDB or a reader could misread. JSON Schema
 * cannot express some refinements: `meta` repeats those for the OpenAPI document, and the contract tests compare the
 * two.
 */

/** C0 and C1 without tab, line feed and carriage return, for a character class of a regular expression. */
const CONTROLS = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`;
const CONTROL_CHARACTERS = new RegExp(`[${CONTROLS}]`, 'g');

/**
 * The characters that trimming removes (ECMA-262, "TrimString"), without control characters. `\s` differs between
 * dialects.
 */
const SPACES = String.raw`\t\n\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** The JSON Schema pattern of a text with 1 to `maximum` characters after trimming. */
function trimmedPattern(maximum: number): string {
  const edge = `[^${SPACES}${CONTROLS}]`;
  return `^[${SPACES}]*${edge}(?:[^${CONTROLS}]{0,${maximum - 2}}${edge})?[${SPACES}]*$`;
}

export const idField = withMeta(z.string().check(z.regex(ID_PATTERN, { error: 'must be a valid UUID' })), {
  id: 'Id',
  format: 'uuid',
  description: 'A UUIDv7 in lower case. Ids sort by time of creation.',
  examples: ['01992f3c-6b1e-7c55-9d6a-3f0b8a2c4e71'],
});

const timestamp = z.iso.datetime({ offset: true });

export const timestampField = withMeta(timestamp, {
  id: 'Timestamp',
  description: 'ISO 8601 with a UTC offset.',
  examples: ['2026-11-20T12:00:30.000+00:00'],
});

const date = z.iso.date();

/** A date of the years in which offsets from UTC are whole minutes in every zone. */
export const dateField = withMeta(
  date.check(z.refine((text) => text.startsWith('2'), { error: 'must be a date of the years 2000 to 2999' })),
  { format: 'date', pattern: date._zod.pattern.source.replace('^', '^(?![013-9])') },
);

/**
 * Text with a number of characters: code points, as JSON Schema counts them, not UTF-16 units as zod does. Unpaired
 * surrogates are rejected, because UTF-8 cannot encode them.
 */
export function stringOf(minimum: number, maximum: number) {
  return withMeta(z.string().check(isText, lengthBetween(minimum, maximum)), {
    minLength: minimum,
    maxLength: maximum,
  });
}

const isText = z.refine<string>((text) => text.isWellFormed(), { error: 'must be well-formed Unicode' });

function lengthBetween(minimum: number, maximum: number): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    const bounds = { origin: 'string', input: value, inclusive: true } as const;
    const length = countCharacters(value, maximum);
    if (length < minimum) issues.push({ ...bounds, code: 'too_small', minimum });
    if (length > maximum) issues.push({ ...bounds, code: 'too_big', maximum });
  };
}

/** A machine-readable name, open to new values: lower-case words joined by hyphens. */
export const slugField = z
  .string()
  .check(
    z.maxLength(64),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower-case letters, digits and single hyphens' }),
  );

/**
 * Accepts one of some words. It is declared as text, because generators of clients lose null next to an enumeration, and
 * take constants only once.
 */
export const wordOf = (words: readonly string[]) =>
  z
    .string()
    .check(z.regex(new RegExp(`^(?:${words.join('|')})$`), { error: `must be one of ${words.join(', ')}` }));

/**
 * Text for people, of 1 to `maximum` characters after trimming, without control characters and unpaired surrogates.
 */
export const textField = (maximum: number) =>
  withMeta(
    z.string().check(
      // This check precedes trimming, which removes some control characters as spaces.
      z.refine((text) => text.search(CONTROL_CHARACTERS) < 0, {
        error: 'must not contain control characters',
      }),
      isText,
      z.trim(),
      lengthBetween(1, maximum),
    ),
    { minLength: 1, pattern: trimmedPattern(maximum) },
  );

export const nameField = textField(120);

/**
 * A timestamp that clients send. It is stored in the API's own format, with a year of four digits in every time zone.
 */
export const timestampInput = z.pipe(
  withMeta(
    timestamp.check(
      z.refine((text) => !/^(0000|9999)/.test(text), { error: 'must be of the years 0001 to 9998' }),
    ),
    {
      format: 'date-time',
      pattern: timestamp._zod.pattern.source.replace('^', '^(?!0000|9999)'),
      description: 'ISO 8601 with seconds and a UTC offset, in the years 0001 to 9998. Stored in UTC.',
      examples: ['2026-11-20T13:00:30+01:00'],
    },
  ),
  z.transform((text: string) => formatTimestamp(new Date(text))),
);

/** The query of a creation, in which a platform admin names the tenant. */
export const tenantQuery = z.strictObject({
  tenant_id: withMeta(z.optional(idField), {
    description:
      'The tenant to create in. Required for platform admins; for others the default is their own tenant.',
  }),
});

/** The body of a PATCH: at least one of these fields, and no other field. */
export function changesOf<const S extends z.core.$ZodLooseShape>(shape: S) {
  const holdsOne = z.refine<object>((changes) => Object.keys(changes).length > 0, {
    error: 'At least one field must be given.',
    when: ({ issues }) => issues.length === 0,
  });
  return withMeta(z.partial(z.strictObject(shape)).check(holdsOne), { minProperties: 1 });
}

/** The text with a space in place of each control character, and U+FFFD in place of each unpaired surrogate. */
export function replaceUnprintable(text: string): string {
  return text.replace(CONTROL_CHARACTERS, ' ').toWellFormed();
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a text that has more characters than the limit between two graphemes, and ends it with an ellipsis. */
export function shorten(text: string, limit: number): string {
  if (countCharacters(text, limit) <= limit) return text;
  let kept = '';
  let length = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    length += countCharacters(segment, limit);
    if (length >= limit) break;
    kept += segment;
  }
  // One grapheme may have any number of characters.
  return `${
    kept.trimEnd() ||
    Array.from(text)
      .slice(0, limit - 1)
      .join('')
  }…`;
}

/** Stops counting after one more than the limit, so that a long text costs little. */
function countCharacters(text: string, limit: number): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > limit) break;
  }
  return count;
}
