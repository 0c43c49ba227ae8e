import { expect, test } from 'vitest';
import { KNOWN_ALERT_TYPES } from '../../../../shared/alerts/alert.ts';
import { LANGUAGES } from '../../../../shared/base/language.ts';
import { ALERT_SEVERITIES } from '../../../../shared/base/severities.ts';
import { EVENT_TYPES } from '../../../../shared/panels/event-types.ts';
import { textsIn } from '../../../../shared/texts/texts.ts';

import { alertTypes } from '../../../../shared/texts/types-en.ts';

const ADDED = 'https://guard.test/prod/console#/x?token=0123456789';

/** Every text of a language, by its path; what Guard adds is the same in all. */
function flatten(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    const own = `${path}/${name}`;
    if (typeof value === 'string') return [[own, value]];
    if (typeof value === 'function') return flatten({ result: value(ADDED, 'HIGH') }, own);
    return flatten(value, own);
  });
}

const OTHERS = LANGUAGES.filter((it) => it !== 'en');

test.each(OTHERS)('In the language %s no mail, code, test or sentence is the English one', (language) => {
  const english = new Map(flatten(textsIn('en')));
  // These are the same in several languages.
  const same = /\/(afterSeverity|severities\/info|code\/email\/text)$/;
  const left = flatten(textsIn(language)).filter(
    ([path, text]) => english.get(path) === text && !same.test(path),
  );
  expect(left).toEqual([]);
});

test.each(LANGUAGES)(
  'In the language %s each mail contains its link or code on a line of its own',
  (language) => {
    const { mails, code } = textsIn(language);
    const made = [
      ...[mails.invitation, mails.passwordReset, mails.passwordChanged, mails.secondFactorReset],
      ...[mails.budgetWarning.sms, mails.budgetWarning.email, code.email],
    ].map((mail) => mail(ADDED, 'Acme'));
    for (const { subject, text } of made) {
      expect(text.split('\n')).toContain(ADDED);
      expect(subject).toMatch(/^\S.{10,60}$/);
      expect(text).not.toMatch(/undefined| {2}|\n\n\n/);
    }
  },
);

test.each(LANGUAGES)('In the language %s each severity has its own word in capitals', (language) => {
  const { severities } = textsIn(language);
  const words = ALERT_SEVERITIES.map((it) => severities[it]);
  expect(new Set(words).size).toBe(words.length);
  for (const word of words) expect(word).toBe(word.toUpperCase());
});

test('Each type of alert that Guard or a panel raises, and each event of a panel, has a name', () => {
  const known = new Set([...KNOWN_ALERT_TYPES, ...Object.keys(EVENT_TYPES)]);
  expect(Object.keys(alertTypes).sort()).toEqual([...known].sort());
});
