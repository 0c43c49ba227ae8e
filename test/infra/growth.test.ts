import { expect, test } from 'vitest';
import * as z from 'zod';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { templateSchema } from './join-templates.ts';
import { manyRoutes } from './many-routes.ts';
import { FULL } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

/** AWS, "Understand CloudFormation quotas". */
const STACK_MAXIMA = { bytes: 1_000_000, resources: 500, outputs: 200, parameters: 200, nameLength: 255 };
/** The maximum of a stack and its nested stacks, in one operation. */
const OPERATION_MAXIMUM = 2_500;
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
    nameLength: Math.max(
      ...Object.keys({ ...Resources, ...Outputs, ...Parameters }).map(({ length }) => length),
    ),
  };
};

// Far more than today. Then the first deployment, with a receiver of panels, is near the limit of an operation.
const ROUTES = 206;
// With releases: those in place have fewer resources.
const routes = manyRoutes(ROUTES);
const synthesis = synthesize(FULL, { triggers: TRIAL_TRIGGERS, routes });
const texts = [['the root', synthesis.rootText] as const, ...synthesis.nestedTexts];

test('A stack with many more routes than today has a function for each route', () => {
  expect(routes).toHaveLength(ROUTES);
  const functions = synthesis.resources('AWS::Lambda::Function', z.unknown());
  expect(functions.size).toBe(routes.length + TRIAL_TRIGGERS.length);
});

test.each(texts)(
  'A stack with many more routes than today is within CloudFormation’s limits: %s',
  (_, text) => {
    const size = sizeOf(text);
    for (const name of Object.keys(STACK_MAXIMA) as (keyof typeof STACK_MAXIMA)[]) {
      expect(size[name], name).toBeLessThanOrEqual(STACK_MAXIMA[name]);
    }
  },
);

test('A first deployment with many more routes than today stays within CloudFormation’s limit of resources in one operation', () => {
  const sum = texts.reduce((total, [, text]) => total + sizeOf(text).resources, 0);
  expect(sum).toBeLessThanOrEqual(OPERATION_MAXIMUM);
});

test('An API with many more routes than today is within API Gateway’s limit of resources', () => {
  const paths = synthesis.resources('AWS::ApiGateway::Resource', z.unknown());
  expect(paths.size).toBeLessThanOrEqual(PATHS_MAXIMUM);
});
