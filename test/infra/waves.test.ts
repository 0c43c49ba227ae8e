import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { triggers } from '../../functions/triggers.ts';
import { isFirstWave, waveOf } from '../../lib/cdk/release/waves.ts';
import { templateSchema } from './join-templates.ts';
import { BARE, PROD } from './stages-with-options.ts';
import { type StageContext, synthesize } from './synthesis.ts';

const all = [...new Set([...routes, ...triggers].map(({ folder }) => folder))];
const SMOKE_TEST = 'release';
const waitingSchema = z.object({ DependsOn: z.array(z.string()).default([]) });

/** The folders that the stack of each folder depends on. Stacks of paths have no functions, and are in no wave. */
function waitsFor(context: StageContext): Map<string, string[]> {
  const { rootText, nestedTexts } = synthesize(context);
  const { Resources } = templateSchema.parse(JSON.parse(rootText));
  const stacks = new Map(
    Object.entries(Resources)
      .filter(([id]) => nestedTexts.get(id)?.includes('"AWS::Lambda::Function"'))
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

describe.each([
  ['canary', PROD],
  ['all_at_once', { ...PROD, release: 'all_at_once' }],
  ['in_place', BARE],
])('a deployment %s', (release, context) => {
  const waits = waitsFor(context);
  const folders = [...waits.keys()];

  test('Each folder of functions has its own nested stack', () => {
    const deployed = release === 'in_place' ? all.filter((it) => it !== SMOKE_TEST) : all;
    expect(folders.sort()).toEqual([...deployed].sort());
  });

  test('The stacks of each wave of a deployment depend on the stacks of the wave before it', () => {
    for (const [folder, others] of waits) {
      const before = waveOf(folder) > 0 ? folders.filter((it) => waveOf(it) === waveOf(folder) - 1) : [];
      expect(others.sort()).toEqual(before.sort());
    }
  });

  test('The first wave of a deployment is the health check, and the authorizer is in the last', () => {
    expect(folders.filter(isFirstWave)).toEqual(['health']);
    expect(waveOf('authorizer')).toBe(Math.max(...folders.map(waveOf)));
  });

  test('A wave of a deployment has at most 12 functions, so that Lambda’s 15 calls a second suffice', () => {
    const functions = [...routes, ...triggers];
    for (const [, its] of Map.groupBy(functions, ({ folder }) => waveOf(folder))) {
      const names = [...new Set(its.map(({ folder }) => folder))].join(', ');
      expect(its.length, `Give one of ${names} another wave in lib/cdk/release/waves.ts`).toBeLessThanOrEqual(
        12,
      );
    }
  });
});

test('The first wave of a deployment depends on the smoke test', () => {
  const { rootText } = synthesize({ stage: 'prod' });
  const { Resources } = templateSchema.parse(JSON.parse(rootText));
  expect(JSON.stringify(Resources['Health'])).toContain('"Fn::GetAtt":["Release","Outputs.');
});
