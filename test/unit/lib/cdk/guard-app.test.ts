import { App } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { addGuardStack } from '../../../../lib/cdk/guard-app.ts';
import { readStageSettings } from '../../../../lib/cdk/stage-settings.ts';

test('Creating the stack fails if the code of a function is missing', () => {
  const settings = readStageSettings(() => undefined);
  expect(() => addGuardStack(new App(), settings, new Map())).toThrow(/^There is no code of the function /);
});
