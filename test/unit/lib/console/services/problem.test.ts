import { globSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { de } from '../../../../../lib/console/texts/desk-de.ts';
import { en } from '../../../../../lib/console/texts/desk-en.ts';
import { es } from '../../../../../lib/console/texts/desk-es.ts';
import { pt } from '../../../../../lib/console/texts/desk-pt.ts';
import { ERRORS, type ErrorCode, type FieldErrors } from '../../../../../shared/base/errors.ts';
import {
  calledNumberField,
  changesOf,
  internationalNumberField,
  lineField,
  slugField,
  timestampInput,
} from '../../../../../shared/base/fields.ts';
import { validate } from '../../../../../shared/base/validation.ts';

const LANGUAGES = { en, pt, es, de };

afterEach(() => {
  vi.doUnmock('../../../../../lib/console/texts/desk.ts');
  vi.resetModules();
});

/** The module in a language: a page has the texts of one only. */
async function problemsIn(language: keyof typeof LANGUAGES) {
  vi.resetModules();
  vi.doMock('../../../../../lib/console/texts/desk.ts', () => ({ desk: LANGUAGES[language] }));
  return await import('../../../../../lib/console/services/problem.ts');
}

const failed = (code: string, errors?: FieldErrors) => ({ code: code as ErrorCode, message: 'Raw', errors });

/** What the service puts into its texts. Anything else in them is a number here. */
const PARTS: Readonly<Record<string, string>> = {
  'GUARD_ITSELF.name': 'Guard',
  kind: 'zone',
  what: 'user',
  rule: 'must be in the future',
  problem: 'is required',
  'reasonOf(it)': 'can never be reached: an alert has no escalation step when it is raised.',
  'requirementOf(destinations)': 'an https URL of a public host, without a user or password',
  'needOf(read, countries)': 'an existing phone number: check its country code and its number of digits.',
};

/**
 * The texts about fields in the source of the service: those of checks, those that continue "The … field", and those of errors
 * of one field.
 */
function rulesOfSource(): string[] {
  const STRING = /^(?:'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/;
  const PLACES =
    /\berror: (?=[`'])|\bisWrong\((?=[`'])|\binvalidField\(\s*[^,`]+,\s*(?=[`'])|(?=[`']The \S+ (?:field|header) [a-z$])/g;
  // The settings of an installation are no input of a request. Warnings have codes, by which the console words them.
  const files = globSync('{shared,functions}/**/*.ts').filter(
    (it) => !/^shared\/(lambda\/|alerts\/warning\.ts)/.test(it),
  );
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(PLACES)].flatMap(({ 0: { length }, index }) => {
      const [, plain, template] = STRING.exec(source.slice(index + length)) ?? [];
      const text = (plain ?? template ?? '').replaceAll(/\$\{([^}]*)\}/g, (_, part) => PARTS[part] ?? '7');
      return text.includes(' ') ? [text] : [];
    });
  });
}

test.each(Object.keys(ERRORS))('The console has its own text for the error %s in every language', (code) => {
  for (const { common } of Object.values(LANGUAGES))
    expect(common.problems[code as ErrorCode]).toMatch(/^\p{Lu}/u);
});

test.each(['pt', 'es', 'de'] as const)(
  'In the language %s no text about an error or a field is the English one',
  (language) => {
    const { problems, rules, otherRule } = LANGUAGES[language].common;
    expect(
      Object.entries(problems).filter(([code, text]) => en.common.problems[code as ErrorCode] === text),
    ).toEqual([]);
    expect(
      Object.entries(rules).filter(
        ([rule, text]) => en.common.rules[rule as keyof typeof en.common.rules] === text,
      ),
    ).toEqual([]);
    expect(otherRule).not.toBe(en.common.otherRule);
  },
);

test('The console has its own text for each rule of a field in the source of the service', async () => {
  const { ruleText } = await problemsIn('de');
  const found = rulesOfSource();
  expect(found.length).toBeGreaterThan(80);
  expect(found.filter((text) => ruleText(text) === de.common.otherRule)).toEqual([]);
});

const given = z.strictObject({
  text: z.optional(lineField(120)),
  slug: z.optional(slugField),
  count: z.optional(z.int().check(z.minimum(30), z.maximum(900))),
  list: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(2))),
  flag: z.optional(z.boolean()),
  kind: z.optional(z.enum(['one', 'two'])),
  day: z.optional(z.iso.date()),
  at: z.optional(timestampInput),
  phone: z.optional(internationalNumberField),
  called: z.optional(calledNumberField),
  record: z.optional(z.record(slugField, z.string())),
});

test.each([
  [{ text: 5 }, 'Geben Sie einen Text ein.'],
  [{ text: '' }, 'Mindestzahl der Zeichen: 1.'],
  [{ text: 'x'.repeat(121) }, 'Höchstzahl der Zeichen: 120.'],
  [{ text: 'a\nb' }, 'Schreiben Sie es in eine Zeile.'],
  [{ slug: 'A B' }, de.common.rules['must be lower-case letters, digits and single hyphens']],
  [{ count: 3 }, 'Geben Sie eine Zahl ab 30 ein.'],
  [{ count: 90_000 }, 'Geben Sie eine Zahl bis 900 ein.'],
  [{ count: 40.5 }, 'Geben Sie eine ganze Zahl ein.'],
  [{ count: '40' }, 'Geben Sie eine Zahl ein.'],
  [{ list: [] }, 'Mindestzahl der Einträge: 1.'],
  [{ list: ['a', 'b', 'c'] }, 'Höchstzahl der Einträge: 2.'],
  [{ list: {} }, de.common.rules['must be an array']],
  [{ flag: 1 }, de.common.rules['must be true or false']],
  [{ kind: 'three' }, 'Wählen Sie einen der angebotenen Werte.'],
  [{ day: 'today' }, de.common.rules['must be a date']],
  [{ at: '12:00' }, 'Geben Sie ein Datum und eine Uhrzeit ein.'],
  [{ phone: '12' }, de.common.rules['must be a number such as']],
  [{ called: 'abc' }, de.common.rules['must be an international number']],
  [{ record: { 'A B': 'x' } }, de.common.rules['has a name that']],
  [{ record: 5 }, de.common.rules['must be an object']],
  [{ other: 1 }, 'Der Dienst kennt dieses Feld nicht.'],
  [5, de.common.rules['must be a JSON object']],
] as const)(
  'What the service says about %j is said in German without an English word',
  async (input, text) => {
    const { resultErrorText } = await problemsIn('de');
    expect(errorOf(() => validate(given, input), resultErrorText)).toBe(text);
  },
);

test.each([
  'an existing phone number: check its country code and its number of digits.',
  'the number of a mobile phone, because a landline receives no SMS, and a premium number costs too much.',
  'a number of a country to which this installation sends SMS: DE, PT.',
])('The console says in German that a phone number must be %s', async (need) => {
  expect(readFileSync('shared/notify/check-channel.ts', 'utf8')).toContain(need.replace('DE, PT.', ''));
  const { ruleText } = await problemsIn('de');
  expect(ruleText(`The address field must be ${need}`)).not.toBe(de.common.otherRule);
});

test('The console says in German that a filter is about alerts only', async () => {
  const { ruleText } = await problemsIn('de');
  expect(ruleText('The types field is about alerts, and the rule has no event of an alert: add one.')).toBe(
    de.common.rules['is about alerts'],
  );
});

test('A change without any field is refused in German', async () => {
  const { resultErrorText } = await problemsIn('de');
  const change = () => validate(changesOf({ text: z.string() }), {});
  expect(errorOf(change, resultErrorText)).toBe('Ändern Sie mindestens ein Feld.');
});

function errorOf(
  call: () => unknown,
  textOf: (error: { code: ErrorCode; errors?: FieldErrors }) => string,
): string {
  try {
    call();
  } catch (error) {
    const { code, fields } = error as { code: ErrorCode; fields: FieldErrors };
    return textOf({ code, errors: fields });
  }
  throw new Error('Nothing was refused');
}

test('Away from its field, a message begins with the name of the field, if people know one', async () => {
  const { resultErrorText } = await problemsIn('de');
  const errors = {
    'devices.0.type': ['The devices.0.type field is required.'],
    colour: ['The colour field is required.'],
  };
  expect(resultErrorText(failed('validation_failed', errors))).toBe(
    'Typ: Dieses Feld ist erforderlich. Dieses Feld ist erforderlich.',
  );
});

test('The console never shows a text of the service that it does not know, neither of an error nor of a field', async () => {
  const { resultErrorText, problemText } = await problemsIn('de');
  const { GuardError } = await import('../../../../../lib/client/errors.ts');
  expect(resultErrorText(failed('constructor'))).toBe('Der Dienst hat das abgelehnt: constructor');
  expect(resultErrorText(failed('validation_failed'))).toBe('Der Dienst nimmt das nicht an.');
  const errors = { name: ['The name field must sound nice.'] };
  expect(resultErrorText(failed('validation_failed', errors))).toBe(
    'Name: Der Dienst nimmt diesen Wert nicht an.',
  );
  expect(problemText(new Error('Raw'))).toBe(de.common.pageFailed);
  const limited = new GuardError('Raw', { code: 'too_many_requests', retryAfterSeconds: 7 });
  expect(problemText(limited)).toBe('Zu viele Anfragen. Versuchen Sie es in 7 s erneut.');
});

test('Missing outcomes of a plan are left to the dialog that names them', async () => {
  const { resultErrorText } = await problemsIn('en');
  const errors = { 'steps.a': ['The step "a" has no outcome.'] };
  expect(resultErrorText(failed('plan_incomplete', errors))).toBe(en.common.problems.plan_incomplete);
});
