import { expect, test } from 'vitest';
import { createCallables } from '../../../../../lib/cdk/api/callables.ts';
import type { GuardFunction } from '../../../../../lib/cdk/functions/guard-function.ts';
import { readStageSettings } from '../../../../../lib/cdk/stage-settings.ts';

test('The synthesis fails if API Gateway is to call a function that is not part of the release', () => {
  const callableOf = createCallables(
    new Map(),
    readStageSettings(() => undefined),
  );
  const stray = { node: { path: 'Guard-dev/stray' } } as GuardFunction;
  expect(() => callableOf(stray)).toThrow('Guard-dev/stray is not released.');
});
