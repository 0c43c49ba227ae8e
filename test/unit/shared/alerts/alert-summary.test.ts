import { expect, test } from 'vitest';
import { alertSummarySchema, countAlerts } from '../../../../shared/alerts/alert-summary.ts';
import { makeAlert } from '../../../support/make-alert.ts';

test('The alert summary counts alerts by status and by severity', () => {
  const alerts = [
    makeAlert({ status: 'active', severity: 'critical' }),
    makeAlert({ status: 'active', severity: 'info' }),
    makeAlert({ status: 'acknowledged', severity: 'critical' }),
  ];
  expect(countAlerts(alerts)).toEqual({
    open: 3,
    by_status: { active: 2, acknowledged: 1 },
    by_severity: { info: 1, low: 0, medium: 0, high: 0, critical: 2 },
    capped: false,
  });
});

test('With more than 1,000 open alerts, the alert summary counts the first 1,000 and is marked as capped', () => {
  const newest = Array.from({ length: 1_000 }, () => makeAlert({ severity: 'low' }));
  expect(countAlerts(newest)).toMatchObject({ open: 1_000, capped: false });
  const summary = countAlerts([...newest, makeAlert({ severity: 'critical' })]);
  expect(summary).toMatchObject({ open: 1_000, by_severity: { low: 1_000, critical: 0 }, capped: true });
  expect(alertSummarySchema.safeParse(summary).success).toBe(true);
});
