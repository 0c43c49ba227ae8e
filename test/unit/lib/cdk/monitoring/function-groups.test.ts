import { App, NestedStack, Stack } from 'aws-cdk-lib';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { expect, test } from 'vitest';
import { groupParts, type WatchedFunction } from '../../../../../lib/cdk/monitoring/function-groups.ts';

function functionsIn(stack: Stack, count: number): WatchedFunction[] {
  const properties = { code: Code.fromInline('x'), handler: 'index.handler', runtime: Runtime.NODEJS_24_X };
  return Array.from({ length: count }, (_, place) => {
    const name = `${stack.node.id}-${place}`;
    return { name, function: new LambdaFunction(stack, name, properties) };
  });
}

test('A group that is too large for one alarm is split, with every function in one part', () => {
  const functions = functionsIn(new Stack(new App(), 'Test'), 17);
  const parts = groupParts(new Map([['sites', functions]]));
  expect([...parts.keys()]).toEqual(['sites', 'sites-2', 'sites-3']);
  expect([...parts.values()].map((part) => part.functions.length)).toEqual([8, 8, 1]);
  expect([...parts.values()].flatMap((part) => part.functions)).toEqual(functions);
  expect([...parts.values()].map(({ group }) => group)).toEqual(['sites', 'sites', 'sites']);
});

test('A group with functions in several stacks has a part in each stack', () => {
  const root = new Stack(new App(), 'Root');
  const [one, two] = [new NestedStack(root, 'One'), new NestedStack(root, 'Two')];
  const parts = groupParts(new Map([['public', [...functionsIn(one, 3), ...functionsIn(two, 1)]]]));
  expect([...parts].map(([name, { stack, functions }]) => [name, stack, functions.length])).toEqual([
    ['public', one, 3],
    ['public-2', two, 1],
  ]);
});
