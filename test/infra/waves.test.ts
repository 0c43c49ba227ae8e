import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { triggers } from '../../functions/triggers.ts';
import { isFirstWave, wavesOf } from '../../lib/cdk/release/waves.ts';
import type { Route } from '../../shared/http/route.ts';
import { templateSchema } from './join-templates.ts';
import { BARE, MAIL_IN, MQTT, PANELS, PROD } from './stages-with-options.ts';
import { FEW_ROUTES, type StageContext, synthesize } from './synthesis.ts';

const all = [...new Set([...routes, ...triggers].map(({ resource }) => resource))];
const functions = [...routes, ...triggers];
const waves = wavesOf(functions);
const SMOKE_TEST = 'release';
const waitingSchema = z.object({ DependsOn: z.array(z.string()).default([]) });

/** The resources that the stack of each resource depends on. Stacks of paths have no functions, and are in no wave. */
function waitsFor(context: StageContext, stageRoutes: readonly Route[]): Map<string, string[]> {
  const { rootText, nestedTexts } = synthesize(
    { ...context, ...MQTT, ...PANELS, ...MAIL_IN },
    { routes: stageRoutes },
  );
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
  ['canary', PROD, routes],
  ['all_at_once', { ...PROD, release: 'all_at_once' }, FEW_ROUTES],
  ['in_place', BARE, FEW_ROUTES],
])('a deployment %s', (release, context, stageRoutes) => {
  const waits = waitsFor(context, stageRoutes);
  const resources = [...waits.keys()];
  const placed = [...stageRoutes, ...triggers];
  const declared = [...new Set(placed.map(({ resource }) => resource))];

  test('The functions of each resource, such as alerts, have their own nested stack', () => {
    const deployed = release === 'in_place' ? declared.filter((it) => it !== SMOKE_TEST) : declared;
    expect(resources.sort()).toEqual([...deployed].sort());
  });

  test('The stacks of each wave of a deployment depend on the stacks of the wave before it', () => {
    const ofStage = wavesOf(placed);
    for (const [place, wave] of ofStage.entries()) {
      for (const resource of wave) {
        expect(waits.get(resource)?.toSorted(), resource).toEqual([...(ofStage[place - 1] ?? [])].sort());
      }
    }
  });
});

test('A deployment releases the health check in the first wave, and the authorizer in the last', () => {
  expect(waves[0]).toEqual(['health']);
  expect(all.filter(isFirstWave)).toEqual(['health']);
  expect(waves.at(-1)).toContain('authorizer');
});

const sizes = waves.map((wave) => functions.filter(({ resource }) => wave.includes(resource)).length);

test('There are at most 8 waves, which grow until the last one; each resource is in exactly one wave', () => {
  expect(waves.flat().toSorted()).toEqual(all.filter((it) => it !== SMOKE_TEST).sort());
  expect(waves.length).toBeLessThanOrEqual(8);
  expect(sizes.slice(0, -1).toSorted((one, other) => one - other)).toEqual(sizes.slice(0, -1));
});

/**
 * Minutes of a release of every function. CodeDeploy's canary bakes for five (AWS, "Working with deployment configurations in
 * CodeDeploy"); the others are assumptions. CloudFormation and CodeDeploy make about ten calls of Lambda's control plane for
 * each function, which takes 15 a second (AWS, "Lambda quotas").
 */
function releaseMinutes({ bakeMinutes, testMinutes }: Record<'bakeMinutes' | 'testMinutes', number>): number {
  const [uploadMinutes, stepsOfWaveMinutes, otherStacksMinutes] = [1, 1, 3];
  const calls = sizes.map((size) => (size * 10) / 15 / 60);
  const ofWaves = calls.map((callMinutes) => bakeMinutes + stepsOfWaveMinutes + callMinutes);
  return Math.ceil(uploadMinutes + ofWaves.reduce((sum, it) => sum + it) + testMinutes + otherStacksMinutes);
}

test('The documented duration of a release of all functions follows from the waves, and is at most 45 minutes', () => {
  const canary = releaseMinutes({ bakeMinutes: 5, testMinutes: 1 });
  expect(canary).toBeLessThanOrEqual(45);
  const text = readFileSync('docs/deploy.md', 'utf8').replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    `${sizes.length} waves: ${sizes.slice(0, -1).join(', ')} and ${sizes.at(-1)} functions`,
  );
  expect(text).toContain(`A release of every function takes ${canary} minutes`);
  expect(text).toContain(`all at once ${releaseMinutes({ bakeMinutes: 0, testMinutes: 0 })}`);
});

test('The timer functions are released after the webhook and notification functions, to which they send messages', () => {
  const place = (resource: string) => waves.findIndex((wave) => wave.includes(resource));
  expect(place('timers')).toBeGreaterThan(Math.max(place('webhooks'), place('notifications')));
});

test('Functions of a new resource that is not in the release order are released right after the health check', () => {
  expect(wavesOf([...functions, { resource: 'new' }])[1]).toContain('new');
});

test('A resource with more functions than fit into a wave is released in a separate wave', () => {
  const many = Array.from({ length: 90 }, () => ({ resource: 'alerts' }));
  const others = functions.filter(({ resource }) => resource !== 'alerts');
  expect(wavesOf([...others, ...many])).toContainEqual(['alerts']);
});

test('The first wave of a deployment starts after the smoke test’s function is deployed', () => {
  const { rootText } = synthesize({ stage: 'prod' });
  const { Resources } = templateSchema.parse(JSON.parse(rootText));
  expect(JSON.stringify(Resources['Health'])).toContain('"Fn::GetAtt":["Release","Outputs.');
});
