import * as z from 'zod/mini';
import { GIVEN_ID_PATTERN } from './ids.ts';
import { withMeta } from './schema.ts';
import { formatTimestamp } from './time.ts';

/**
 * Field schemas that several resources share. Inputs reject values that DynamoDB or a reader could misread. JSON Schema
 * cannot express some refinements: `meta` repeats those for the OpenAPI document, and the contract tests compare the
 * two.
 */

/**
 * The control characters C0 and C1 except tab, line feed and carriage return, for a character class of a regular expression.
 */
const CONTROLS = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`;
const CONTROL_CHARACTERS = new RegExp(`[${CONTROLS}]`, 'g');

/**
 * The characters that trimming removes (ECMA-262, "TrimString"), except control characters. They are listed because `\s`
 * differs between dialects of regular expressions.
 */
const SPACES = String.raw`\t\n\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** Characters that a text of one line must not contain: tabs, and all that begins a new line. */
const LINE_ENDS = String.raw`\t\n\r\u2028\u2029`;

/** Characters that reverse the direction of the text after them, so that a reader sees a different name. */
const TURNS = String.raw`\u202a-\u202e\u2066-\u2069`;

/** The JSON Schema pattern of a text that has 1 to `maximum` characters after trimming, none of which is excluded. */
function trimmedPattern(maximum: number, excluded: string): string {
  const edge = `[^${SPACES}${excluded}]`;
  return `^[${SPACES}]*${edge}(?:[^${excluded}]{0,${maximum - 2}}${edge})?[${SPACES}]*$`;
}

export const idField = withMeta(
  z.string().check(z.regex(GIVEN_ID_PATTERN, { error: 'must be a valid UUID' }), z.toLowerCase()),
  {
    id: 'Id',
    format: 'uuid',
    description: 'A UUIDv7. Responses have it in lower case. Ids sort by time of creation.',
    examples: ['01992f3c-6b1e-7c55-9d6a-3f0b8a2c4e71'],
  },
);

const timestamp = z.iso.datetime({ offset: true });

export const timestampField = withMeta(timestamp, {
  id: 'Timestamp',
  description: 'ISO 8601 with a UTC offset.',
  examples: ['2026-11-20T12:00:30.000+00:00'],
});

const date = z.iso.date();

/** A date in the years in which every time zone has an offset of whole minutes from UTC. */
export const dateField = withMeta(
  date.check(z.refine((text) => text.startsWith('2'), { error: 'must be a date of the years 2000 to 2999' })),
  { format: 'date', pattern: date._zod.pattern.source.replace('^', '^(?![013-9])') },
);

/**
 * A text with a number of characters. These are code points, as in JSON Schema, not UTF-16 units as in zod. Unpaired
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

/** A machine-readable name: lower-case words joined by hyphens. New values may appear. */
export const slugField = z
  .string()
  .check(
    z.maxLength(64),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower-case letters, digits and single hyphens' }),
  );

/**
 * Accepts one of some words. It is declared as a text, because client generators lose the null of a nullable enumeration, and
 * do not accept the same constant twice.
 */
export const wordOf = (words: readonly string[]) =>
  z
    .string()
    .check(z.regex(new RegExp(`^(?:${words.join('|')})$`), { error: `must be one of ${words.join(', ')}` }));

/**
 * Matches a visible character: one that is neither a space nor a mark, and that fonts draw. U+2800 is a Braille pattern
 * without dots.
 */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Gives a text one spelling, because names are compared. */
const hasOneSpelling = z.normalize('NFC');

const isVisible = z.refine<string>((text) => text === '' || VISIBLE.test(text), {
  error: 'must contain a visible character',
});

const LINE_END = new RegExp(`[${LINE_ENDS}]`);
const TURN = new RegExp(`[${TURNS}]`);

const isOneLine = [
  z.refine<string>((text) => !LINE_END.test(text), { error: 'must be one line' }),
  z.refine<string>((text) => !TURN.test(text), {
    error: 'must not contain characters that turn the direction of writing',
  }),
];

function trimmedText(maximum: number, excluded: string, checks: readonly z.core.$ZodCheck<string>[]) {
  return withMeta(
    z.string().check(
      // This check is made before trimming, which would remove some control characters as spaces.
      z.refine((text) => text.search(CONTROL_CHARACTERS) < 0, {
        error: 'must not contain control characters',
      }),
      isText,
      z.trim(),
      ...checks,
      lengthBetween(1, maximum),
    ),
    {
      minLength: 1,
      pattern: trimmedPattern(maximum, excluded),
      'x-limit': maximum,
    },
  );
}

/**
 * A text that somebody reports about an alert. It has 1 to `maximum` characters after trimming, and no control characters or
 * unpaired surrogates. It is not refused for any other reason.
 */
export const reportedTextField = (maximum: number) => trimmedText(maximum, CONTROLS, []);

/** A text of several lines that people write. At least one of its characters must be visible. */
export const textField = (maximum: number) => trimmedText(maximum, CONTROLS, [hasOneSpelling, isVisible]);

/** A name, or another text of one line. In addition, it must not contain characters that reverse the direction of text. */
export const lineField = (maximum: number) =>
  trimmedText(maximum, CONTROLS + LINE_ENDS + TURNS, [hasOneSpelling, isVisible, ...isOneLine]);

export const nameField = lineField(120);

/** Signs that people write between the digits of a telephone number. */
const PHONE_SIGN = String.raw`[ ().\/\-\u00a0]*`;
const E164 = String.raw`\+[1-9][0-9]{6,14}`;
const E164_GIVEN = String.raw`(?:\+|0${PHONE_SIGN}0)${PHONE_SIGN}[1-9](?:${PHONE_SIGN}[0-9]){6,14}`;
/**
 * Numbers of emergency and other services. National numbers with more digits begin with a zero, while numbers of other
 * countries do not.
 */
const SHORT = '[0-9]{3}|[1-9][0-9]{3,5}';
const SHORT_GIVEN = `[0-9](?:${PHONE_SIGN}[0-9]){2}|[1-9](?:${PHONE_SIGN}[0-9]){3,5}`;

function phoneNumber(plain: string, given: string, error: string) {
  return withMeta(
    z.string().check(z.overwrite(plainPhoneNumber), z.regex(new RegExp(`^(?:${plain})$`), { error })),
    { override: { pattern: `^${PHONE_SIGN}(?:${given})${PHONE_SIGN}$` } },
  );
}

/** Removes the signs between the digits of a number and a zero in brackets, and replaces `00` by `+`. */
function plainPhoneNumber(text: string): string {
  const digits = text
    .normalize('NFKC')
    .replace(/[\s./\p{Pd}]/gu, '')
    .replace(/^\(?00(?=\(?[1-9].{6})/, '+');
  return (/^\(?\+/.test(digits) ? digits.replace('(0)', '') : digits).replace(/[()]/g, '');
}

/** A telephone number of any country, stored in the format E.164. */
export const internationalNumberField = phoneNumber(
  E164,
  E164_GIVEN,
  'must be a number such as +49 151 23456789',
);

/** A telephone number as people dial it in the country of the site. */
export const calledNumberField = phoneNumber(
  `${E164}|${SHORT}`,
  `${E164_GIVEN}|${SHORT_GIVEN}`,
  'must be an international number such as +49 40 123456, or a short one such as 112',
);

/** A timestamp from a client. It is stored in the API's own format, and has a year of four digits in every time zone. */
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

/** A warning about a value that was accepted, but is probably wrong. */
export const warningSchema = withMeta(
  z.object({
    field: z.string(),
    code: withMeta(z.string(), { description: 'An open set of values.' }),
    message: z.string(),
  }),
  {
    id: 'Warning',
    examples: [
      { field: 'site_ids.0', code: 'site_deleted', message: 'The site was deleted: nothing happens there.' },
    ],
  },
);

export type Warning = z.infer<typeof warningSchema>;

/** The warnings about an object. They depend on other objects, so they may come and go without a change of this one. */
export const warningsField = withMeta(z.optional(z.array(warningSchema)), {
  description: 'What makes it silent now, fully or in part. Only in the answers for one object.',
});

const queryOfTenant = (description: string) =>
  z.strictObject({ tenant_id: withMeta(z.optional(idField), { description }) });

/** The query of a request that creates an entity. A platform admin names the tenant in it. */
export const tenantQuery = queryOfTenant(
  'The tenant to create in. Required for platform admins; for others the default is their own tenant.',
);

/** The query of an endpoint about the caller's tenant itself. */
export const ownTenantQuery = queryOfTenant(
  'The tenant. Required for platform admins; for others it is their own.',
);

/** The body of a PATCH: at least one of these fields, and no other field. */
export function changesOf<const S extends z.core.$ZodLooseShape>(shape: S) {
  const holdsOne = z.refine<object>((changes) => Object.keys(changes).length > 0, {
    error: 'At least one field must be given.',
    when: ({ issues }) => issues.length === 0,
  });
  return withMeta(z.partial(z.strictObject(shape)).check(holdsOne), { minProperties: 1 });
}

/** Replaces each control character by a space, and each unpaired surrogate by U+FFFD. */
export function replaceUnprintable(text: string): string {
  return text.replace(CONTROL_CHARACTERS, ' ').toWellFormed();
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Cuts a text that has more characters than the limit, and ends it with an ellipsis. It cuts between two graphemes, which are
 * what a reader sees as characters.
 */
export function shorten(text: string, limit: number): string {
  if (countCharacters(text, limit) <= limit) return text;
  let kept = '';
  let length = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    length += countCharacters(segment, limit);
    if (length >= limit) break;
    kept += segment;
  }
  // If the first grapheme alone is too long, it is cut between characters; a grapheme may have any number of them.
  return `${
    kept.trimEnd() ||
    Array.from(text)
      .slice(0, limit - 1)
      .join('')
  }…`;
}

/** Counts characters, but stops at one more than the limit, so that a long text costs little. */
function countCharacters(text: string, limit: number): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > limit) break;
  }
  return count;
}
