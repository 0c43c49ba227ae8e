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

/** The folders whose stacks the stack of a folder waits for, by folder. */
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

  test('has a stack for each folder of functions', () => {
    expect(folders.sort()).toEqual([...all].sort());
  });

  test('gets to the functions of a wave when those of the wave before it are released', () => {
    for (const [folder, others] of waits) {
      const before = waveOf(folder) > 0 ? folders.filter((it) => waveOf(it) === waveOf(folder) - 1) : [];
      expect(others.sort()).toEqual(before.sort());
    }
  });

  test('begins with the functions that the fewest people miss, and leaves the authorizer for the end', () => {
    expect(folders.filter(isFirstWave)).toEqual(['health']);
    expect(waveOf('authorizer')).toBe(Math.max(...folders.map(waveOf)));
  });

  test('asks Lambda for at most 20 functions at once, of all that there are', () => {
    const functions = [...routes, ...triggers];
    for (const [, { length }] of Map.groupBy(functions, ({ folder }) => waveOf(folder))) {
      expect(length).toBeLessThanOrEqual(20);
    }
  });
});

test('a release in place, which nothing takes back, waits for nothing', () => {
  expect([...waitsFor(BARE).values()].flat()).toEqual([]);
});

test('what decides about a release is there before its first wave, which names it', () => {
  const { rootText } = synthesize({ stage: 'prod' });
  const { Resources } = templateSchema.parse(JSON.parse(rootText));
  expect(JSON.stringify(Resources['Health'])).toContain('"Fn::GetAtt":["Release","Outputs.');
});
