import type { ScheduledEvent } from 'aws-lambda';
import { alertAgeSeconds } from '../../shared/alerts/alert-age.ts';
import { findOldestUnacknowledged } from '../../shared/alerts/oldest-unacknowledged.ts';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { measureAlertAgesTrigger } from './measure-alert-ages.trigger.ts';

/** Runs every minute: measures for how long the oldest critical alert has waited for somebody. */
export function createHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, measureAlertAgesTrigger, measureAlertAges);
}

export const handler = createHandler(lambdaRuntime);

async function measureAlertAges({ state }: Invocation<ScheduledEvent>): Promise<void> {
  const { runtime, now, metrics } = state;
  const oldest = await findOldestUnacknowledged(runtime.table, 'critical');
  const value = oldest ? alertAgeSeconds(oldest, now) : 0;
  metrics.push({ name: 'OldestUnacknowledgedCriticalAlertAge', value });
}
