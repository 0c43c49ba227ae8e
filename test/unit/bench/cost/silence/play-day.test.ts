import { describe, expect, test } from 'vitest';
import { playDay } from '../../../../../bench/cost/silence/play-day.ts';

const day = playDay({ devices: 2_000, reportSeconds: 60, heartbeatSeconds: 180 });

describe('a day of devices that are watched', () => {
  test('has an alert for each device that fell silent, and each of them comes back', () => {
    expect(day.alerts).toBeGreaterThan(10);
    expect(day.alerts).toBeLessThan(30);
    expect(day.returns).toBe(day.alerts);
  });

  test('has no alert before a device’s time is over, and none later than 90 seconds after it', () => {
    expect(day.earliestAlertSeconds).toBeGreaterThanOrEqual(10);
    expect(day.latestAlertSeconds).toBeLessThanOrEqual(90);
  });

  test('looks at a device about once in its time, however often it reports', () => {
    const perDevice = day.looks / day.devices;
    expect(perDevice).toBeGreaterThan(86_400 / 250);
    expect(perDevice).toBeLessThan(86_400 / 120);
    const rarely = playDay({ devices: 100, reportSeconds: 60, heartbeatSeconds: 1_800 });
    expect(rarely.looks / rarely.devices).toBeLessThan(86_400 / 1_700);
  });

  test('is the same in every run', () => {
    expect(playDay({ devices: 2_000, reportSeconds: 60, heartbeatSeconds: 180 })).toEqual(day);
  });
});
