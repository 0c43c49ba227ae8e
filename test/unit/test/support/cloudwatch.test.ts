import { describe, expect, test } from 'vitest';
import {
  type EvaluatedAlarm,
  evaluateExpression,
  isOn,
  isRuleMet,
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
  ['TC(1:)', 2],
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

test('The simulated composite alarm fires only if all of its alarms do', () => {
  const rule = '(ALARM("a") AND ALARM("b"))';
  expect(isRuleMet(rule, () => true)).toBe(true);
  expect(isRuleMet(rule, (id) => id === 'a')).toBe(false);
  expect(() => isRuleMet('(ALARM("a") OR ALARM("b"))', () => true)).toThrow('Cannot read the rule');
});
