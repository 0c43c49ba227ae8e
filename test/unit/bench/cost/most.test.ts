import { expect, test } from 'vitest';
import { readMeasurements } from '../../../../bench/cost/measurements.ts';
import { floods } from '../../../../bench/cost/most.ts';
import {
  ACCOUNT_REQUESTS_PER_SECOND,
  STAGE_REQUESTS_PER_SECOND,
} from '../../../../lib/cdk/api/throttling.ts';

const all = floods(await readMeasurements());
const find = (pattern: RegExp) => {
  const found = all.filter(({ what }) => pattern.test(what));
  expect(found).toHaveLength(1);
  return found[0] ?? { what: '', requestsPerSecond: Number.NaN, dollarsPerSecond: Number.NaN };
};
const anHour = (pattern: RegExp) => find(pattern).dollarsPerSecond * 3_600;

test('the files of the reference cost a stranger’s victim little more than what leaves AWS', () => {
  const { requestsPerSecond } = find(/files of the reference/);
  const transferred = (requestsPerSecond * 3_600 * 1_732_839 * 0.09) / 1e9;
  expect(anHour(/files of the reference/)).toBeGreaterThan(transferred);
  expect(anHour(/files of the reference/)).toBeLessThan(1.2 * transferred);
  expect(anHour(/files of the reference/)).toBeLessThan(2);
});

test('strangers together make no more requests than the account lets through, and cost the sum of their parts', () => {
  const parts = all.filter(({ what }) => what.startsWith('a stranger: '));
  const together = find(/All strangers/);
  expect(together.requestsPerSecond).toBeCloseTo(ACCOUNT_REQUESTS_PER_SECOND);
  expect(together.dollarsPerSecond).toBeCloseTo(parts.reduce((sum, it) => sum + it.dollarsPerSecond, 0));
  for (const it of parts) expect(it.requestsPerSecond).toBeGreaterThan(0);
});

test('users together make no more than the stage’s throttles, and are dearer than strangers with made-up tokens', () => {
  expect(find(/All users/).requestsPerSecond).toBeLessThan(STAGE_REQUESTS_PER_SECOND);
  expect(find(/All users/).requestsPerSecond).toBe(find(/made-up tokens, wherever/).requestsPerSecond);
  expect(anHour(/All users/)).toBeGreaterThan(anHour(/made-up tokens, wherever/));
});

test('one user and one address cost next to nothing of that', () => {
  expect(anHour(/one user/)).toBeLessThan(1);
  expect(anHour(/one address/)).toBeLessThan(0.02 * anHour(/All strangers/));
});
