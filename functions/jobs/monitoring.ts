import type { ScheduledEvent } from 'aws-lambda';
import type { Alert } from '../../shared/alerts/alert.ts';
import {
  alertAgeSeconds,
  CRITICAL_ALERT_LIMIT_SECONDS,
  findWaitingAlerts,
} from '../../shared/alerts/alert-ages.ts';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import type { MetricValue } from '../../shared/lambda/metrics.ts';
import type { Runtime, RuntimeSource } from '../../shared/lambda/runtime.ts';
import { apiBaseUrl, defineTrigger } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { checkApi, TRACE_HEADER_VARIABLE } from '../../shared/self-check/check-api.ts';
import { hasHeardItself } from '../../shared/self-check/own-heartbeat.ts';

/** Measures how old unacknowledged alerts are. It reads the active alerts of all tenants, oldest first. */
export const measureAlertAgesTrigger = defineTrigger('jobs/monitoring/measure-alert-ages', {
  description: 'Measures the age of unacknowledged alerts',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  table: { indexes: ['platform_status'] },
});

/**
 * For how many tenants an age is measured: those with the oldest alerts. An alarm does not show more of them (AWS, "Limits"
 * of CloudWatch alarms), and each value of the dimension costs money.
 */
const MEASURED_TENANTS = 100;

/** Runs every minute: measures the age of unacknowledged critical alerts, for each tenant and in total. */
export function measureAlertAgesHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, measureAlertAgesTrigger, measureAlertAges);
}

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
    // An age that may be wrong must not be published. Without a value, the alarm alert-ages-not-measured fires.
    runtime.logger.error('Too many active alerts to read');
  }
}

function tenantMetric({ tenant_id }: Alert, value: number): MetricValue {
  return { name: 'UnacknowledgedCriticalAlertAge', value, dimensions: { tenant_id } };
}

/**
 * Checks the public URL. It is a function of Guard, because a canary of CloudWatch Synthetics costs $52 a month and a Route
 * 53 health check sends no header.
 */
export const probeApiTrigger = defineTrigger('jobs/monitoring/probe-api', {
  description: 'Calls the public URL as a client does',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  table: { actions: ['GetItem'] },
  callsApi: true,
});

interface Outside {
  readonly environment: Environment;
  readonly fetch: typeof fetch;
  readonly timeout: (milliseconds: number) => AbortSignal;
}

const LAMBDA: Outside = {
  environment: process.env,
  fetch: (...request) => fetch(...request),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
};

/** Runs every minute: checks the public URL and measures how long the checks take. */
export function probeApiHandler(source: RuntimeSource, outside: Outside = LAMBDA) {
  return createTriggeredHandler(source, probeApiTrigger, (event: Invocation<ScheduledEvent>) =>
    probeApi(event, outside),
  );
}

async function probeApi(
  { state }: Invocation<ScheduledEvent>,
  { environment, fetch, timeout }: Outside,
): Promise<void> {
  const { runtime, metrics } = state;
  const { clock, randomBytes, logger } = runtime;
  const traceHeader = environment[TRACE_HEADER_VARIABLE];
  const context = { fetch, timeout, traceHeader, clock, randomBytes };
  const results = await checkApi(apiBaseUrl(environment), context);
  const failed = results.filter(({ failure }) => failure !== undefined);
  for (const { check, failure, milliseconds } of failed) {
    logger.warn('Check failed', { check, failure, duration_ms: milliseconds });
  }
  const counts = failed.length === 0 || (await mustAnswer(runtime));
  metrics.push(
    { name: 'ProbeFailures', value: counts ? failed.length : 0 },
    ...results.map(
      ({ check, milliseconds }) =>
        ({ name: 'ProbeDuration', value: milliseconds, dimensions: { check } }) as const,
    ),
  );
}

/**
 * Whether the public URL must answer. During a first deployment the probe runs before the API exists, and with a domain
 * before its DNS record does: nobody is to be paged for that. Without the table nothing is known, and then failures count.
 */
async function mustAnswer({ table, logger, nameSources }: Runtime): Promise<boolean> {
  try {
    return await hasHeardItself(table);
  } catch (error) {
    logger.warn('Own heartbeat not readable', { error: nameSources(error) });
    return true;
  }
}
