import { isOperational, type Role } from '../access.ts';
import { ApiError } from '../errors.ts';
import type { ListedTest, TestUse } from '../sites/listed-test.ts';
import { NAMED_TYPES } from './match-test.ts';

const HOUR_MS = 3_600_000;

/** The maximum duration of a test. */
export const LONGEST_TEST_MS = 24 * HOUR_MS;

/** The maximum number of tests of a site at the same time. */
const TEST_LIMIT = 20;

/** The longest time for which operators may put a site on test within any period, and the length of the period. */
const OPERATORS_MS = 8 * HOUR_MS;
const PERIOD_MS = 24 * HOUR_MS;

/** The maximum number of times of operators that a site's item keeps, so that it stays small. */
const MOST_USES = 30;

/** The maximum number of them that one operator may use up, so that others still can put the site on test. */
export const MOST_USES_OF_ONE = 10;

/** Throws `test_limit_reached` if a site has too many tests. */
export function checkTests(tests: readonly ListedTest[]): void {
  if (tests.length > TEST_LIMIT) throw new ApiError('test_limit_reached');
}

/** Throws `test_limit_reached` if operators put a site on test for longer than they may. */
export function checkUses(uses: readonly TestUse[]): void {
  if (uses.length > MOST_USES || longestUse(uses) > OPERATORS_MS) throw new ApiError('test_limit_reached');
}

/** Throws `own_test_limit_reached` if this operator has used up their part of the site's tests. */
export function checkOwnUses(uses: readonly TestUse[], userId: string): void {
  if (uses.filter(({ by }) => by === userId).length > MOST_USES_OF_ONE) {
    throw new ApiError('own_test_limit_reached');
  }
}

/** The times with another one. An extension by the same operator continues their time. */
export function withUse(uses: readonly TestUse[], added: TestUse): TestUse[] {
  const isContinued = ({ test_id, until, by }: TestUse) =>
    test_id === added.test_id && until === added.from && by === added.by && by !== undefined;
  return uses.some(isContinued)
    ? uses.map((use) => (isContinued(use) ? { ...use, until: added.until } : use))
    : [...uses, added];
}

/** The times that still count. */
export function currentUses(uses: readonly TestUse[], now: Date): TestUse[] {
  return uses.filter(({ until }) => Date.parse(until) > now.getTime() - PERIOD_MS);
}

/** The times after the end of a test has moved to an earlier time. */
export function cutUses(uses: readonly TestUse[], testId: string, endsAt: string): TestUse[] {
  return uses.flatMap((use) => {
    if (use.test_id !== testId || use.until <= endsAt) return [use];
    return use.from < endsAt ? [{ ...use, until: endsAt }] : [];
  });
}

/** The most time within any period: it begins with one of the times, or ends with one. */
function longestUse(uses: readonly TestUse[]): number {
  const spans = uses.map(({ from, until }) => ({ from: Date.parse(from), until: Date.parse(until) }));
  const beginnings = spans.flatMap(({ from, until }) => [from, until - PERIOD_MS]);
  const useFrom = (begin: number) =>
    spans.reduce(
      (sum, { from, until }) => sum + Math.max(0, Math.min(until, begin + PERIOD_MS) - Math.max(from, begin)),
      0,
    );
  return Math.max(0, ...beginnings.map(useFrom));
}

/** Throws `forbidden` if an operator puts alerts on test that people's lives depend on. */
export function checkTypes(role: Role, types: readonly string[] | null): void {
  if (isOperational(role) && types?.some((type) => NAMED_TYPES.includes(type))) {
    throw new ApiError('forbidden');
  }
}
