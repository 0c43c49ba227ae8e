import type { MetricValue } from '../lambda/publish-metrics.ts';
import type { Alert } from './alert.ts';
import type { AlertAction } from './transition.ts';

/** How long a critical alert may wait for its acknowledgement before somebody is told. */
export const CRITICAL_ALERT_LIMIT_SECONDS = 300;

/** How old an alert is, in seconds; never negative, though clocks differ between functions. */
export function alertAgeSeconds({ created_at }: Pick<Alert, 'created_at'>, now: Date): number {
  return Math.max(0, now.getTime() - Date.parse(created_at)) / 1000;
}

const AGE_METRICS = { acknowledge: 'SecondsToAcknowledge', resolve: 'SecondsToResolve' } as const;

/** How long an alert took to be seen to, as a metric. */
export function alertAgeMetric(
  action: AlertAction,
  alert: Pick<Alert, 'created_at' | 'severity'>,
  now: Date,
): MetricValue {
  const dimensions = { severity: alert.severity };
  return { name: AGE_METRICS[action], value: alertAgeSeconds(alert, now), dimensions };
}
