import { expect, test } from 'vitest';
import { formatTimestamp } from '../../../../shared/base/time.ts';
import type { TestUse } from '../../../../shared/sites/listed-test.ts';
import {
  checkOwnUses,
  checkTests,
  checkUses,
  currentUses,
  cutUses,
  MOST_USES_OF_ONE,
  withUse,
} from '../../../../shared/test-mode/check-test.ts';

const HOUR = 3_600_000;
const DAY = Date.parse('2026-11-20T00:00:00.000Z');

/** A use from one hour of the day to another, which may belong to a later day. */
const use = (from: number, until: number, test_id = 'one'): TestUse => ({
  test_id,
  from: formatTimestamp(new Date(DAY + from * HOUR)),
  until: formatTimestamp(new Date(DAY + until * HOUR)),
  by: 'operator',
});

const isAllowed = (...uses: TestUse[]) => {
  try {
    checkUses(uses);
    return true;
  } catch {
    return false;
  }
};

test.each<[string, TestUse[], boolean]>([
  ['nothing', [], true],
  ['eight hours', [use(1, 9)], true],
  ['a moment more', [use(1, 9 + 1 / 3_600)], false],
  ['two at the same time, eight hours together', [use(1, 5), use(1, 5)], true],
  ['two at the same time, nine hours together', [use(1, 6), use(1, 5)], false],
  ['eight hours twice, a day apart', [use(0, 8), use(24, 32)], true],
  ['eight hours twice, less than a day apart', [use(0, 8), use(23, 31)], false],
  ['four hours, one of which still counts a day later', [use(0, 4), use(21, 28)], true],
  ['seven hours that begin a day after three of four', [use(0, 4), use(20, 28)], true],
  ['seven hours that begin too early', [use(0, 4), use(19, 26)], false],
])('Operators may put a site on test for at most eight of any 24 hours: %s', (_, uses, expected) => {
  expect(isAllowed(...uses)).toBe(expected);
});

test('Operators may put a site on test at most 30 times within 24 hours, so that its item stays small', () => {
  const short = Array.from({ length: 30 }, (_, count) => use(count / 60, (count + 1) / 60));
  expect([isAllowed(...short), isAllowed(...short, use(1, 1.01))]).toEqual([true, false]);
});

test('One operator may put a site on test at most ten times within 24 hours, after which other operators still may', () => {
  const uses = Array.from({ length: MOST_USES_OF_ONE }, (_, place) => ({
    ...use(0, 0.1, `${place}`),
    by: 'olga',
  }));
  expect(() => checkOwnUses(uses, 'olga')).not.toThrow();
  const more = [...uses, { ...use(0, 0.1), by: 'olga' }];
  expect(() => checkOwnUses(more, 'olga')).toThrow('ask a colleague');
  for (const by of ['otto', ''])
    expect(() => checkOwnUses([...more, { ...use(0, 1), by }], by)).not.toThrow();
  expect(isAllowed(...more, use(0, 0.1))).toBe(true);
});

test('If the same operator extends a test of a site, the extension does not count as another time on test', () => {
  const first = { ...use(0, 1), by: 'olga' };
  const extended = { ...use(1, 2), by: 'olga' };
  expect(withUse([first], extended)).toEqual([{ ...use(0, 2), by: 'olga' }]);
  for (const added of [
    { ...use(1, 2), by: 'otto' },
    { ...use(1, 2, 'two'), by: 'olga' },
    { ...use(1.5, 2), by: 'olga' },
    use(1, 2),
  ]) {
    expect(withUse([first], added)).toEqual([first, added]);
  }
});

test('The time of a site’s test counts towards the operators’ limit until 24 hours after its end', () => {
  const [one] = [use(0, 4)];
  const at = (hour: number) => new Date(DAY + hour * HOUR);
  expect([currentUses([one], at(27.9)), currentUses([one], at(28))]).toEqual([[one], []]);
});

test('A test of a site that is ended early uses less of the operators’ limit, and nothing if it had not begun', () => {
  const uses = [use(1, 4), use(4, 6), use(1, 6, 'other')];
  const end = use(3, 3).until;
  expect(cutUses(uses, 'one', end)).toEqual([use(1, 3), use(1, 6, 'other')]);
  expect(cutUses(uses, 'one', use(7, 7).until)).toEqual(uses);
});

test('A site is in at most twenty tests at a time', () => {
  const tests = (count: number) => Array.from({ length: count }, () => ({ id: 'x', ends_at: '' }));
  expect(() => checkTests(tests(20))).not.toThrow();
  expect(() => checkTests(tests(21))).toThrow('its limit of tests');
});
