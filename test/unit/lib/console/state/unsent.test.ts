import { expect, test } from 'vitest';
import { leftOf } from '../../../../../lib/console/state/unsent.ts';

const MADE_AT = Date.parse('2026-11-28T07:31:00Z');

test.each([
  ['when it is made', 0, 120_000],
  ['a second before two minutes', 119_000, 1_000],
  ['after two minutes', 120_000, 0],
  ['after an hour', 3_600_000, 0],
  ['on a clock that was set back', -1, 0],
])(
  'An acknowledgement that was made without a connection may be sent %s for the rest of two minutes',
  (_, passed, left) => {
    expect(leftOf({ madeAt: MADE_AT }, MADE_AT + passed)).toBe(left);
  },
);
