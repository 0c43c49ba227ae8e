import { expect, test } from 'vitest';
import { alertAgeMetrics, alertAgeSeconds } from '../../../../shared/alerts/alert-ages.ts';

const alert = { created_at: '2026-11-20T12:00:00.000+00:00', severity: 'critical' } as const;
const at = (milliseconds: number) => new Date(Date.parse(alert.created_at) + milliseconds);

test('The age of an alert is in seconds and never negative', () => {
  expect(alertAgeSeconds(alert, at(1_500))).toBe(1.5);
  expect(alertAgeSeconds(alert, at(-1_500))).toBe(0);
});

test.each([
  ['acknowledge', 'SecondsToAcknowledge'],
  ['resolve', 'SecondsToResolve'],
] as const)('The time to %s an alert is measured for critical alerts only', (action, name) => {
  expect(alertAgeMetrics(action, alert, at(2_000))).toEqual([{ name, value: 2 }]);
  expect(alertAgeMetrics(action, { ...alert, severity: 'high' }, at(2_000))).toEqual([]);
});
