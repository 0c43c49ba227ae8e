import { describe, expect, test } from 'vitest';
import type { AlertSeverity } from '../../../../shared/alerts/alert.ts';
import {
  counted,
  NO_ALERTS,
  RUNAWAY_MS,
  ruleOn,
  type Tally,
  totalOf,
  withoutOld,
} from '../../../../shared/alerts/runaway-tally.ts';

const NOW = Date.parse('2026-11-20T12:00:30.000Z');

function tallyOf(
  alerts: readonly (readonly [minutes: number, severity: AlertSeverity])[],
  threshold = 20,
): Tally {
  return alerts.reduce(
    (tally, [minutes, severity]) => counted(tally, { severity, threshold, now: NOW + minutes * 60_000 }),
    NO_ALERTS,
  );
}

describe('the tally of a device', () => {
  test('The runaway tally of a device contains the alerts of the last 10 minutes and no older ones', () => {
    const tally = tallyOf([
      [0, 'low'],
      [1, 'low'],
      [9, 'low'],
    ]);
    expect(withoutOld(tally, NOW + RUNAWAY_MS - 1)).toBe(tally);
    expect(totalOf(withoutOld(tally, NOW + RUNAWAY_MS))).toBe(2);
    expect(withoutOld(tally, NOW + 2 * RUNAWAY_MS)).toEqual(NO_ALERTS);
  });

  test('The runaway tally of a device counts each of several alerts of the same millisecond', () => {
    expect(
      Object.values(
        tallyOf([
          [0, 'low'],
          [0, 'high'],
        ]).counts,
      ),
    ).toEqual([2]);
  });

  test.each([50, 51, 1_000])(
    'With the threshold %i, the runaway tally of a device has at most 50 entries',
    (threshold) => {
      const everySecond = Array.from({ length: Math.min(threshold, 599) }, (_, second) => second / 60);
      const tally = tallyOf(
        everySecond.map((minutes) => [minutes, 'low'] as const),
        threshold,
      );
      expect(totalOf(tally)).toBe(everySecond.length);
      expect(Object.keys(tally.counts).length).toBeLessThanOrEqual(50);
    },
  );

  test('With a threshold above 50, the runaway tally counts an alert for up to 15 seconds less than 10 minutes', () => {
    const tally = tallyOf([[0.2, 'low']], 51);
    const at = Math.floor((NOW + 12_000) / 15_000) * 15_000;
    expect(totalOf(withoutOld(tally, at + RUNAWAY_MS - 1))).toBe(1);
    expect(totalOf(withoutOld(tally, at + RUNAWAY_MS))).toBe(0);
  });

  test('The runaway tally forgets after 10 minutes that a report was held, and keeps the alerts that were raised meanwhile', () => {
    const tally: Tally = { ...tallyOf([[5, 'high']]), held: { severity: 'low', at: NOW } };
    expect(withoutOld(tally, NOW + RUNAWAY_MS - 1)).toBe(tally);
    expect(withoutOld(tally, NOW + RUNAWAY_MS)).toEqual(tallyOf([[5, 'high']]));
  });
});

describe('the ruling on a report', () => {
  const three = tallyOf([
    [0, 'low'],
    [1, 'high'],
    [2, 'medium'],
  ]);
  const held: Tally = { ...tallyOf([]), held: { severity: 'medium', at: NOW } };

  test.each<[string, Tally, AlertSeverity, number, object]>([
    ['below the threshold', three, 'low', 4, { kind: 'raise' }],
    ['at the threshold', three, 'low', 3, { kind: 'begin', severity: 'high' }],
    [
      'at the threshold, worse than the others',
      three,
      'critical',
      3,
      { kind: 'begin', severity: 'critical' },
    ],
    ['above a lowered threshold', three, 'low', 1, { kind: 'begin', severity: 'high' }],
    ['without earlier alerts', NO_ALERTS, 'low', 1, { kind: 'raise' }],
    ['of a runaway device', held, 'medium', 4, { kind: 'hold' }],
    ['of a runaway device, of higher severity', held, 'high', 4, { kind: 'raise' }],
    [
      'of a runaway device, of higher severity at the threshold',
      { ...three, held: { severity: 'info', at: NOW } },
      'low',
      3,
      { kind: 'begin', severity: 'high' },
    ],
  ])(
    'The rule for runaway devices correctly raises an alert, holds the report or begins a runaway alert for a report %s',
    (_, tally, severity, threshold, ruling) => {
      expect(ruleOn(tally, { severity, threshold })).toEqual(ruling);
    },
  );

  test('A runaway alert begins with the worst severity of the last 10 minutes, not of older alerts', () => {
    const tally = tallyOf([
      [0, 'critical'],
      [6, 'low'],
    ]);
    const later = withoutOld(tally, NOW + RUNAWAY_MS);
    expect(ruleOn(later, { severity: 'low', threshold: 1 })).toEqual({ kind: 'begin', severity: 'low' });
  });
});
