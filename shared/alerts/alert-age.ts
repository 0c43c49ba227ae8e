import type { MetricValue } from '../lambda/publish-metrics.ts';
import type { Alert } from './alert.ts';
import type { AlertAction } from './transition.ts';

/** A critical alert that is unacknowledged for longer sets off an alarm. */
export const CRITICAL_ALERT_LIMIT_SECONDS = 300;

/** The age of an alert in seconds; never negative, although clocks of functions differ. */
export function alertAgeSeconds({ created_at }: Pick<Alert, 'created_at'>, now: Date): number {
  return Math.max(0, now.getTime() - Date.parse(created_at)) / 1000;
}

const AGE_METRICS = { acknowledge: 'SecondsToAcknowledge', resolve: 'SecondsToResolve' } as const;

/** A metric of the time until a critical alert was acknowledged or resolved; none for other alerts. */
export function alertAgeMetrics(
  action: AlertAction,
  alert: Pick<Alert, 'created_at' | 'severity'>,
  now: Date,
): MetricValue[] {
  if (alert.severity !== 'critical') return [];
  return [{ name: AGE_METRICS[action], value: alertAgeSeconds(alert, now) }];
}
