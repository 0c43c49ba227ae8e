import { describe, expect, test } from 'vitest';
import {
  childrenOf,
  type EvaluatedAlarm,
  evaluateExpression,
  isOn,
  isRuleMet,
  notificationsOf,
  type Period,
  statisticOf,
} from '../../../support/cloudwatch.ts';

const metric = { namespace: 'Guard', name: 'Runs', dimensions: {} };
const alarm: EvaluatedAlarm = {
  name: 'runs',
  queries: [{ id: 'm', metric, statistic: 'Sum', isWatched: true, periodMinutes: 1 }],
  isBad: (value) => value > 2,
  periods: { bad: 2, of: 3 },
  periodMinutes: 1,
  missingData: 'notBreaching',
};
const good: Period = () => [[1, 2]];
const bad: Period = () => [[1, 3]];
const missing: Period = () => [];

test('A simulated alarm fires if enough of its latest periods exceed the threshold', () => {
  expect(isOn(alarm, [good, bad, bad])).toBe(true);
  expect(isOn(alarm, [bad, bad, good, good])).toBe(false);
});

test.each([
  ['notBreaching', [bad, missing, missing], false, false],
  ['breaching', [bad, missing, good], false, true],
  ['ignore', [bad, missing, good], true, true],
  ['ignore', [bad, missing, good], false, false],
  ['ignore', [good, good, good], true, false],
] as const)(
  'A simulated alarm that treats missing data as %s fires exactly when a CloudWatch alarm would',
  (missingData, periods, wasOn, expected) => {
    expect(isOn({ ...alarm, missingData }, periods, wasOn)).toBe(expected);
  },
);

test.each([
  ['Sum', 13],
  ['SampleCount', 5],
  ['Maximum', 7],
  ['Minimum', 1],
  ['PR(:1)', 60],
  ['p50', 1],
  ['p90', 7],
])('The simulated CloudWatch computes the statistic %s of a metric as %d', (statistic, value) => {
  const samples = [
    [7, 1],
    [1, 3],
    [3, 1],
  ] as const;
  expect(statisticOf(statistic, samples)).toBe(value);
  expect(statisticOf(statistic, [])).toBeUndefined();
});

describe('evaluateExpression', () => {
  test('In a simulated metric expression, a sum skips missing values', () => {
    const share = 'IF(SUM([a, b]) >= 3, 100 * SUM([a, b]) / SUM([c]), 0)';
    expect(evaluateExpression(share, { a: 3, b: undefined, c: 10 })).toBe(30);
    expect(evaluateExpression(share, { a: 2, b: undefined, c: 10 })).toBe(0);
  });

  test('A simulated metric expression has no value if there is no data', () => {
    expect(evaluateExpression('100 * a', { a: undefined })).toBeUndefined();
    expect(evaluateExpression('100 * a', { a: 5 })).toBe(500);
  });
});

test('The simulated composite alarm follows its rule, and a rule that it cannot read is an error', () => {
  const rule = '((ALARM("a") AND ALARM("b")) OR ALARM("c"))';
  expect(childrenOf(rule)).toEqual(['a', 'b', 'c']);
  expect(isRuleMet(rule, (id) => id === 'a')).toBe(false);
  expect(isRuleMet(rule, (id) => id !== 'c')).toBe(true);
  expect(isRuleMet(rule, (id) => id === 'c')).toBe(true);
  expect(() => isRuleMet('OK("a")', () => true)).toThrow('Cannot read the rule');
});

// AWS, "Suppressing composite alarm actions", examples 1 to 6, with a wait of 2 and an extension of 3 units of time.
test.each([
  ['notifies after the wait if the suppressor stays off', '..AAAAA..', '.........', ['4 ALARM']],
  ['notifies of nothing if the suppressor fires during the wait', '..AAAAAAA', '...SSSSSS', []],
  ['waits again when its state changes during the wait', '..A......', '.........', ['5 OK']],
  ['notifies of nothing while the suppressor is on', '..AAAAAA', 'SSSSSSSS', []],
  [
    'notifies after the extension if its trouble outlives the suppressor',
    '..AAAAAAAAA',
    '...SSS.....',
    ['9 ALARM'],
  ],
  ['ends during the extension, and then notifies that it is OK', '..AAAAA....', '...SSS.....', ['9 OK']],
  ['notifies of nothing if only the suppressor was on', '...........', '...SSS.....', []],
])('A simulated composite alarm with a suppressor %s', (_, alarm, suppressor, expected) => {
  const states = [...alarm].map((it, minute) => ({
    isOn: it === 'A',
    isSuppressed: suppressor[minute] === 'S',
  }));
  const sent = notificationsOf(states, { waitMinutes: 2, extensionMinutes: 3 });
  expect(sent.map(({ minute, isOn: is }) => `${minute} ${is ? 'ALARM' : 'OK'}`)).toEqual(expected);
});
