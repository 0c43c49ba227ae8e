import { expect, test } from 'vitest';
import * as z from 'zod';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { templateSchema } from './join-templates.ts';
import { manyRoutes } from './many-routes.ts';
import { FULL } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

/** AWS, "Understand CloudFormation quotas". */
const STACK_MAXIMA = { bytes: 1_000_000, resources: 500, outputs: 200, parameters: 200 };
/** AWS, "Amazon API Gateway endpoints and quotas": resources of one REST API. */
const PATHS_MAXIMUM = 300;

const sizeOf = (text: string) => {
  const { Resources, Outputs, Parameters } = templateSchema.parse(JSON.parse(text));
  const count = (it: object) => Object.keys(it).length;
  return {
    bytes: Buffer.byteLength(text),
    resources: count(Resources),
    outputs: count(Outputs),
    parameters: count(Parameters),
  };
};

// With releases: those in place have fewer resources.
const routes = manyRoutes(130);
const synthesis = synthesize(FULL, undefined, TRIAL_TRIGGERS, routes);
const texts = [['the root', synthesis.rootText] as const, ...synthesis.nestedTexts];

test('Every route has a function', () => {
  expect(routes).toHaveLength(130);
  const functions = synthesis.resources('AWS::Lambda::Function', z.unknown());
  expect(functions.size).toBe(routes.length + TRIAL_TRIGGERS.length);
});

test.each(texts)('The stack is within CloudFormation’s limits: %s', (_, text) => {
  const size = sizeOf(text);
  for (const name of Object.keys(STACK_MAXIMA) as (keyof typeof STACK_MAXIMA)[]) {
    expect(size[name], name).toBeLessThanOrEqual(STACK_MAXIMA[name]);
  }
});

test('The API is within API Gateway’s limit of resources', () => {
  const paths = synthesis.resources('AWS::ApiGateway::Resource', z.unknown());
  expect(paths.size).toBeLessThanOrEqual(PATHS_MAXIMUM);
});
