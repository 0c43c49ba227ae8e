import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { triggers } from '../../functions/triggers.ts';
import { isFirstWave, waveOf } from '../../lib/cdk/release/waves.ts';
import { templateSchema } from './join-templates.ts';
import { BARE, PROD } from './stages-with-options.ts';
import { type StageContext, synthesize } from './synthesis.ts';

const all = [...new Set([...routes, ...triggers].map(({ folder }) => folder))];
const waitingSchema = z.object({ DependsOn: z.array(z.string()).default([]) });

/** The folders that the stack of each folder depends on. */
function waitsFor(context: StageContext): Map<string, string[]> {
  const { rootText } = synthesize(context);
  const { Resources } = templateSchema.parse(JSON.parse(rootText));
  const stacks = new Map(
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack')
      .map(([id, resource]) => [id, waitingSchema.parse(resource).DependsOn]),
  );
  const folderOf = (id: string) => all.find((folder) => folder.replaceAll('-', '') === id.toLowerCase());
  return new Map(
    [...stacks].map(([id, waits]) => [
      folderOf(id) ?? id,
      waits.filter((it) => stacks.has(it)).map((it) => folderOf(it) ?? it),
    ]),
  );
}

describe.each(['canary', 'all_at_once'])('a release %s', (release) => {
  const waits = waitsFor({ ...PROD, release });
  const folders = [...waits.keys()];

  test('Each folder of functions has a stack', () => {
    expect(folders.sort()).toEqual([...all].sort());
  });

  test('Each wave depends on the wave before it', () => {
    for (const [folder, others] of waits) {
      const before = waveOf(folder) > 0 ? folders.filter((it) => waveOf(it) === waveOf(folder) - 1) : [];
      expect(others.sort()).toEqual(before.sort());
    }
  });

  test('The first wave is health, and the authorizer is in the last', () => {
    expect(folders.filter(isFirstWave)).toEqual(['health']);
    expect(waveOf('authorizer')).toBe(Math.max(...folders.map(waveOf)));
  });

  test('A wave has at most 20 functions', () => {
    const functions = [...routes, ...triggers];
    for (const [, { length }] of Map.groupBy(functions, ({ folder }) => waveOf(folder))) {
      expect(length).toBeLessThanOrEqual(20);
    }
  });
});

test('Releases in place have no waves', () => {
  expect([...waitsFor(BARE).values()].flat()).toEqual([]);
});

test('The first wave depends on the smoke test', () => {
  const { rootText } = synthesize({ stage: 'prod' });
  const { Resources } = templateSchema.parse(JSON.parse(rootText));
  expect(JSON.stringify(Resources['Health'])).toContain('"Fn::GetAtt":["Release","Outputs.');
});
