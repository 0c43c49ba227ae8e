import { describe, expect, test } from 'vitest';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { templateSchema } from './join-templates.ts';
import { STAGES_WITH_OPTIONS } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

/** What a value refers to, in depth: logical ids of resources, and names of parameters. */
function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, it]) => {
    if (name === 'Ref' && typeof it === 'string') return [it];
    if (name === 'Fn::GetAtt' && Array.isArray(it)) return [String(it[0])];
    return referencesIn(it);
  });
}

const isAws = (name: string) => name.startsWith('AWS::');

describe.each(STAGES_WITH_OPTIONS)('of the templates of %s', (_, context) => {
  // Each by itself, as CloudFormation reads it: what another stack has must come by a parameter.
  const { rootText, nestedTexts } = synthesize(context, undefined, TRIAL_TRIGGERS);

  test.each([['the root', rootText], ...nestedTexts])(
    '%s refers to nothing that it does not have',
    (_, text) => {
      const template = templateSchema.parse(JSON.parse(text));
      const known = new Set([...Object.keys(template.Resources), ...Object.keys(template.Parameters)]);
      const unknown = referencesIn(template).filter((name) => !isAws(name) && !known.has(name));
      expect(unknown).toEqual([]);
    },
  );
});
