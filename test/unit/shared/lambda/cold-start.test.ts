import { expect, test } from 'vitest';
import { createColdStart } from '../../../../shared/lambda/cold-start.ts';

test('only the first invocation of an environment is a cold start', () => {
  const takeColdStart = createColdStart('on-demand');
  expect([takeColdStart(), takeColdStart(), takeColdStart()]).toEqual([true, false, false]);
});

test.each(['provisioned-concurrency', 'snap-start', undefined])(
  'an environment that was prepared ahead (%s) has none',
  (initializationType) => {
    expect(createColdStart(initializationType)()).toBe(false);
  },
);
