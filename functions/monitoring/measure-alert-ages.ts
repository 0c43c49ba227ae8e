import middy from '@middy/core';
import type { Context, ScheduledEvent } from 'aws-lambda';
import { alertAgeSeconds } from '../../shared/alerts/alert-age.ts';
import { findOldestUnacknowledged } from '../../shared/alerts/oldest-unacknowledged.ts';
import { type Invocation, publishMetrics, startInvocation } from '../../shared/monitoring/invocation.ts';
import { traceInvocation } from '../../shared/monitoring/trace-invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/runtime.ts';

/** Runs every minute: measures for how long the oldest critical alert has waited for somebody. */
export function createHandler(source: RuntimeSource) {
  return middy({ timeoutEarlyInMillis: 0 })
    .use(startInvocation<ScheduledEvent>(source))
    .use(traceInvocation<ScheduledEvent>('measure-alert-ages'))
    .use(publishMetrics<ScheduledEvent>())
    .handler(measureAlertAges) as (event: ScheduledEvent, context: Context) => Promise<void>;
}

export const handler = createHandler(lambdaRuntime);

async function measureAlertAges({ state }: Invocation<ScheduledEvent>): Promise<void> {
  const { runtime, now, metrics } = state;
  const oldest = await findOldestUnacknowledged(runtime.table, 'critical');
  const value = oldest ? alertAgeSeconds(oldest, now) : 0;
  metrics.push({ name: 'OldestUnacknowledgedCriticalAlertAge', value });
}
