import type { ScheduledEvent } from 'aws-lambda';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { apiBaseUrl } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { checkApi } from '../../shared/probes/check-api.ts';
import { probeApiTrigger } from './probe-api.trigger.ts';

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

/** Runs every minute: checks the public URL, and measures its response time. */
export function createHandler(source: RuntimeSource, outside: Outside = LAMBDA) {
  return createTriggeredHandler(source, probeApiTrigger, (event: Invocation<ScheduledEvent>) =>
    probeApi(event, outside),
  );
}

export const handler = createHandler(lambdaRuntime);

async function probeApi(
  { state }: Invocation<ScheduledEvent>,
  { environment, fetch, timeout }: Outside,
): Promise<void> {
  const { runtime, metrics } = state;
  const { clock, randomBytes, logger } = runtime;
  const results = await checkApi(apiBaseUrl(environment), { fetch, timeout, clock, randomBytes });
  const failed = results.filter(({ failure }) => failure !== undefined);
  for (const { check, failure, milliseconds } of failed) {
    logger.warn('Check failed', { check, failure, duration_ms: milliseconds });
  }
  metrics.push(
    { name: 'ProbeFailures', value: failed.length },
    ...results.map(
      ({ check, milliseconds }) =>
        ({ name: 'ProbeDuration', value: milliseconds, dimensions: { check } }) as const,
    ),
  );
}
