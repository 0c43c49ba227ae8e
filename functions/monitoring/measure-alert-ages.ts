import type { ScheduledEvent } from 'aws-lambda';
import type { Alert } from '../../shared/alerts/alert.ts';
import { alertAgeSeconds, CRITICAL_ALERT_LIMIT_SECONDS } from '../../shared/alerts/alert-age.ts';
import { findWaitingAlerts } from '../../shared/alerts/waiting-alerts.ts';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import type { MetricValue } from '../../shared/lambda/publish-metrics.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { measureAlertAgesTrigger } from './measure-alert-ages.trigger.ts';

/**
 * The maximum number of measured tenants, those with the oldest alerts. An alarm shows no more (AWS, "Limits" of CloudWatch
 * alarms), and each metric has a price.
 */
const MEASURED_TENANTS = 100;

/** Runs every minute: measures the age of unacknowledged critical alerts, for each tenant and in total. */
export function createHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, measureAlertAgesTrigger, measureAlertAges);
}

export const handler = createHandler(lambdaRuntime);

async function measureAlertAges({ state }: Invocation<ScheduledEvent>): Promise<void> {
  const { runtime, now, metrics } = state;
  const { oldestOfTenants, isComplete } = await findWaitingAlerts(runtime.table, 'critical');
  const ageOf = (alert: Alert) => alertAgeSeconds(alert, now);
  for (const alert of oldestOfTenants.filter((it) => ageOf(it) > CRITICAL_ALERT_LIMIT_SECONDS)) {
    const { tenant_id, id: alert_id } = alert;
    runtime.logger.info('Critical alert waits', { tenant_id, alert_id, age_seconds: ageOf(alert) });
  }
  metrics.push(
    ...oldestOfTenants.slice(0, MEASURED_TENANTS).map((alert) => tenantMetric(alert, ageOf(alert))),
  );
  const [oldest] = oldestOfTenants;
  if (isComplete) {
    metrics.push({ name: 'OldestUnacknowledgedCriticalAlertAge', value: oldest ? ageOf(oldest) : 0 });
  } else {
    // A wrong age must not be published. The alarm alert-ages-not-measured goes off instead.
    runtime.logger.error('Too many active alerts to read');
  }
}

function tenantMetric({ tenant_id }: Alert, value: number): MetricValue {
  return { name: 'UnacknowledgedCriticalAlertAge', value, dimensions: { tenant_id } };
}
