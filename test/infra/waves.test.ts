import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { triggers } from '../../functions/triggers.ts';
import { isFirstWave, wavesOf } from '../../lib/cdk/release/waves.ts';
import { templateSchema } from './join-templates.ts';
import { BARE, PROD } from './stages-with-options.ts';
import { type StageContext, synthesize } from './synthesis.ts';

const all = [...new Set([...routes, ...triggers].map(({ resource }) => resource))];
const functions = [...routes, ...triggers];
const waves = wavesOf(functions);
const SMOKE_TEST = 'release';
const waitingSchema = z.object({ DependsOn: z.array(z.string()).default([]) });

/** The resources that the stack of each resource depends on. Stacks of paths have no functions, and are in no wave. */
function waitsFor(context: StageContext): Map<string, string[]> {
  const { rootText, nestedTexts } = synthesize(context);
  const { Resources } = templateSchema.parse(JSON.parse(rootText));
  const stacks = new Map(
    Object.entries(Resources)
      .filter(([id]) => nestedTexts.get(id)?.includes('"AWS::Lambda::Function"'))
      .map(([id, resource]) => [id, waitingSchema.parse(resource).DependsOn]),
  );
  const resourceOf = (id: string) =>
    all.find((resource) => resource.replaceAll('-', '') === id.toLowerCase());
  return new Map(
    [...stacks].map(([id, waits]) => [
      resourceOf(id) ?? id,
      waits.filter((it) => stacks.has(it)).map((it) => resourceOf(it) ?? it),
    ]),
  );
}

describe.each([
  ['canary', PROD],
  ['all_at_once', { ...PROD, release: 'all_at_once' }],
  ['in_place', BARE],
])('a deployment %s', (release, context) => {
  const waits = waitsFor(context);
  const resources = [...waits.keys()];

  test('The functions of each resource, such as alerts, have their own nested stack', () => {
    const deployed = release === 'in_place' ? all.filter((it) => it !== SMOKE_TEST) : all;
    expect(resources.sort()).toEqual([...deployed].sort());
  });

  test('The stacks of each wave of a deployment depend on the stacks of the wave before it', () => {
    for (const [place, wave] of waves.entries()) {
      for (const resource of wave) {
        expect(waits.get(resource)?.toSorted(), resource).toEqual([...(waves[place - 1] ?? [])].sort());
      }
    }
  });
});

test('A deployment releases the health check in the first wave, and the authorizer in the last', () => {
  expect(waves[0]).toEqual(['health']);
  expect(all.filter(isFirstWave)).toEqual(['health']);
  expect(waves.at(-1)).toContain('authorizer');
});

test('A wave releases at most 12 functions, or all functions of one resource; each resource is in exactly one wave', () => {
  expect(waves.flat().toSorted()).toEqual(all.filter((it) => it !== SMOKE_TEST).sort());
  for (const wave of waves) {
    const { length } = functions.filter(({ resource }) => wave.includes(resource));
    // Lambda takes 15 calls a second.
    expect(length, `the functions of ${wave.join(', ')}`).toBeLessThanOrEqual(wave.length === 1 ? 15 : 12);
  }
});

test('The timer functions are released after the webhook and notification functions, to which they send messages', () => {
  const place = (resource: string) => waves.findIndex((wave) => wave.includes(resource));
  expect(place('timers')).toBeGreaterThan(Math.max(place('webhooks'), place('notifications')));
});

test('Functions of a new resource that is not in the release order are released right after the health check', () => {
  expect(wavesOf([...functions, { resource: 'new' }])[1]).toContain('new');
});

test('A resource with more functions than fit into a wave is released in a separate wave', () => {
  const many = Array.from({ length: 13 }, () => ({ resource: 'alerts' }));
  const others = functions.filter(({ resource }) => resource !== 'alerts');
  expect(wavesOf([...others, ...many])).toContainEqual(['alerts']);
});

test('The first wave of a deployment starts after the smoke test’s function is deployed', () => {
  const { rootText } = synthesize({ stage: 'prod' });
  const { Resources } = templateSchema.parse(JSON.parse(rootText));
  expect(JSON.stringify(Resources['Health'])).toContain('"Fn::GetAtt":["Release","Outputs.');
});
