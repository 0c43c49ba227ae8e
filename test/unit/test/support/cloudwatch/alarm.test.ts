import { describe, expect, test } from 'vitest';
import { contributorsAt, type EvaluatedAlarm, ONE_SERIES } from '../../../../support/cloudwatch/alarm.ts';
import type { World } from '../../../../support/cloudwatch/metric.ts';

/** A metric with these values in its last minutes, the latest last. */
function worldOf(...values: readonly (number | undefined)[]): World {
  return {
    samples: (_, minute) => {
      const value = values[minute + values.length - 1];
      return value === undefined ? [] : [[value, 1]];
    },
    series: () => [],
    quota: () => undefined,
  };
}

describe('an alarm', () => {
  const alarm: EvaluatedAlarm = {
    name: 'test',
    queries: [
      {
        id: 'a',
        metric: { namespace: 'N', name: 'M', dimensions: {} },
        statistic: 'Sum',
        isWatched: true,
        periodMinutes: 1,
      },
    ],
    isBad: (value) => value > 5,
    periods: { bad: 2, of: 3 },
    periodMinutes: 1,
    missingData: 'notBreaching',
  };
  const isOn = (changes: Partial<EvaluatedAlarm>, world: World, wasOn = false) =>
    contributorsAt({ ...alarm, ...changes }, world, 0, new Set(wasOn ? [ONE_SERIES] : [])).size === 1;

  test('An alarm is on if enough of its latest periods are bad, in any order', () => {
    expect(isOn({}, worldOf(6, 1, 6))).toBe(true);
    expect(isOn({}, worldOf(6, 6, 6, 1, 1))).toBe(false);
    expect(isOn({}, worldOf(5, 5, 5))).toBe(false);
  });

  test('An alarm adds up the values of a period', () => {
    expect(isOn({ periodMinutes: 3, periods: { bad: 1, of: 1 } }, worldOf(9, 2, 2, 2))).toBe(true);
    expect(isOn({ periodMinutes: 3, periods: { bad: 1, of: 1 } }, worldOf(9, 2, 2, 1))).toBe(false);
  });

  test('An alarm treats a missing period as good, as bad, or keeps its state', () => {
    const gaps = worldOf(6, undefined, undefined);
    expect(isOn({}, gaps)).toBe(false);
    expect(isOn({ missingData: 'breaching' }, gaps)).toBe(true);
    expect(isOn({ missingData: 'ignore' }, gaps)).toBe(false);
    expect(isOn({ missingData: 'ignore' }, gaps, true)).toBe(true);
    expect(isOn({ missingData: 'ignore' }, worldOf(1, 1, undefined), true)).toBe(false);
  });
});
