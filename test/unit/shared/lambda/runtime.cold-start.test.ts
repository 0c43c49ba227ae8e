import { expect, test } from 'vitest';
import { createColdStart } from '../../../../shared/lambda/runtime.ts';

test('Only the first invocation of a Lambda environment is a cold start', () => {
  const takeColdStart = createColdStart('on-demand');
  expect([takeColdStart(), takeColdStart(), takeColdStart()]).toEqual([true, false, false]);
});

test.each(['provisioned-concurrency', 'snap-start', undefined])(
  'A Lambda environment that was initialized in advance (%s) has no cold start',
  (initializationType) => {
    expect(createColdStart(initializationType)()).toBe(false);
  },
);
