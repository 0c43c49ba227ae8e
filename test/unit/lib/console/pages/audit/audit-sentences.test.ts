import { expect, test } from 'vitest';
import {
  ACTIONS,
  actionLabel,
  SENTENCES,
  sentenceOf,
  templateOf,
} from '../../../../../../lib/console/pages/audit/audit-sentences.ts';
import { AUDIT_ACTIONS } from '../../../../../../shared/table/audit.ts';

test.each([
  ['site.updated', 'Ana changed the site Harbour'],
  ['channel.verified', 'Ana verified the channel Harbour'],
  ['alert.plan_overridden', 'Ana resolved the alert Harbour before its action plan was complete'],
  ['user.signed_in', 'Harbour signed in'],
  ['test.deleted', 'Ana ended the test Harbour'],
  ['future.strange_thing', 'Ana: future.strange thing Harbour'],
])('The console shows the audit event %s as the sentence “%s”', (action, sentence) => {
  const names = { who: 'Ana', what: 'Harbour' };
  const parts = sentenceOf(action).map((part) => ('text' in part ? part.text : names[part.name]));
  expect(parts.join('')).toBe(sentence);
});

test('Every language has the same sentences as English, and each names what it is about', () => {
  for (const sentences of Object.values(SENTENCES)) {
    expect(Object.keys(sentences.kinds)).toEqual(Object.keys(SENTENCES.en.kinds));
    expect(Object.keys(sentences.special)).toEqual(Object.keys(SENTENCES.en.special));
    for (const sentence of Object.values(sentences.special)) {
      expect(sentence).toContain('{what}');
      expect(sentence).not.toContain('{kind}');
    }
    for (const sentence of Object.values(sentences.verbs)) {
      expect(sentence).toMatch(/\{who\}.*\{kind\} \{what\}/);
    }
  }
});

test('Every action of the audit log occurs in a sentence of every language', () => {
  for (const sentences of Object.values(SENTENCES)) {
    const known = [
      ...Object.keys(sentences.verbs),
      ...Object.keys(sentences.special).map((it) => it.split('.')[1]),
    ];
    expect(AUDIT_ACTIONS.filter((it) => !known.includes(it))).toEqual([]);
    expect(templateOf(sentences, 'moon.updated')).toBeUndefined();
  }
});

test('The filter of the audit log offers actions by their sentences without names', () => {
  expect(actionLabel('site.created')).toBe('added the site');
  expect(actionLabel('user.sign_in_failed')).toBe('Somebody failed to sign in as');
  expect(ACTIONS.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['schedule_override.deleted', 'webhook.secret_rotated', 'user.role_kept']),
  );
  for (const { label } of ACTIONS) expect(label).not.toMatch(/_|\{|undefined/);
});
