import { describe, expect, test } from 'vitest';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { dependenciesOf, referencesIn, templateSchema } from './join-templates.ts';
import { BARE, DEV, DOMAIN, FULL, PROD } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

/** The resources that wait for themselves or for such a resource. */
function endlessIn(dependencies: ReadonlyMap<string, readonly string[]>): string[] {
  const waiting = new Map(dependencies);
  const isReady = (others: readonly string[]) => others.every((it) => !waiting.has(it));
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    for (const [id, others] of waiting) if (isReady(others)) waiting.delete(id);
  }
  return [...waiting.keys()];
}

const isAws = (name: string) => name.startsWith('AWS::');

describe.each([
  ['prod with functions of every trigger', PROD, TRIAL_TRIGGERS],
  ['dev with functions of every trigger', { ...DEV, ...DOMAIN }, TRIAL_TRIGGERS],
  ['prod with every option', FULL, undefined],
  ['a stage with every option off', BARE, undefined],
] as const)('Of the templates of %s', (_, context, triggers) => {
  // Each template alone: a resource of another stack must be a parameter.
  const { rootText, nestedTexts } = synthesize(context, triggers && { triggers });

  test.each([['the root', rootText], ...nestedTexts])(
    'Every reference in the template %s resolves',
    (_, text) => {
      const template = templateSchema.parse(JSON.parse(text));
      const known = new Set([...Object.keys(template.Resources), ...Object.keys(template.Parameters)]);
      const unknown = referencesIn(template).filter((name) => !isAws(name) && !known.has(name));
      expect(unknown).toEqual([]);
    },
  );

  test.each([['the root', rootText], ...nestedTexts])(
    'No resource in the template %s depends on itself',
    (_, text) => {
      expect(endlessIn(dependenciesOf(text))).toEqual([]);
    },
  );
});
