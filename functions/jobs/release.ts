import { setTimeout } from 'node:timers/promises';
import { CodeDeployClient, PutLifecycleEventHookExecutionStatusCommand } from '@aws-sdk/client-codedeploy';
import * as z from 'zod/mini';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { findUnfilledIndexes } from '../../shared/alerts/find-unfilled-indexes.ts';
import type { Environment } from '../../shared/lambda/environment.ts';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import type { RuntimeSource } from '../../shared/lambda/runtime.ts';
import { apiBaseUrl, defineTrigger } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { checkApi } from '../../shared/self-check/check-api.ts';
import { listUse } from '../../shared/table/table-use.ts';

/**
 * How often a check is tried. After an alias was moved, it takes effect with a delay, so a check fails only if it fails each
 * time.
 */
const SMOKE_TEST_TRIES = 4;

/** Runs after the first wave of a release has all traffic, and decides whether the release continues. */
export const smokeTestTrigger = defineTrigger('jobs/release/smoke-test', {
  description: 'Tests the stage after the first wave of a release',
  trigger: { kind: 'release' },
  // It checks whether old alerts are in the indexes that lists of alerts read.
  table: { indexes: listUse(ALERTS).indexes },
  settings: ['GUARD_RELEASE'],
  callsApi: true,
  timeoutSeconds: 60,
});

/** The event of CodeDeploy (AWS, "AppSpec 'hooks' section"). */
const eventSchema = z.object({
  DeploymentId: z.string(),
  LifecycleEventHookExecutionId: z.string(),
});

type LifecycleEvent = z.input<typeof eventSchema>;

const PAUSE_MILLISECONDS = 5_000;

export interface Outside {
  readonly environment: Environment;
  readonly fetch: typeof fetch;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly report: (result: {
    readonly deploymentId: string;
    readonly lifecycleEventHookExecutionId: string;
    readonly status: 'Succeeded' | 'Failed';
  }) => Promise<void>;
}

const LAMBDA: Outside = {
  environment: process.env,
  fetch: (...request) => fetch(...request),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  pause: (milliseconds) => setTimeout(milliseconds),
  report: async (result) => {
    await new CodeDeployClient().send(new PutLifecycleEventHookExecutionStatusCommand(result));
  },
};

/**
 * Makes the handler that CodeDeploy invokes when a function of the first wave has all traffic. Unless it reports success,
 * CodeDeploy rolls that deployment back, and with it the whole update of the stack.
 */
export function smokeTestHandler(source: RuntimeSource, outside: Outside = LAMBDA) {
  return createTriggeredHandler(source, smokeTestTrigger, (event: Invocation<LifecycleEvent>) =>
    testRelease(event, outside),
  );
}

async function testRelease(event: Invocation<LifecycleEvent>, outside: Outside): Promise<void> {
  const { DeploymentId, LifecycleEventHookExecutionId } = eventSchema.parse(event);
  const report = (status: 'Succeeded' | 'Failed') =>
    outside.report({
      deploymentId: DeploymentId,
      lifecycleEventHookExecutionId: LifecycleEventHookExecutionId,
      status,
    });
  event.state.metrics.push({ name: 'Releases', value: 1 });
  try {
    await report((await isHealthy(event, outside)) ? 'Succeeded' : 'Failed');
  } catch (error) {
    // Reports a failure, because without a result CodeDeploy would wait for an hour.
    await report('Failed');
    throw error;
  }
}

async function isHealthy(
  { state }: Invocation<LifecycleEvent>,
  { environment, fetch, timeout, pause }: Outside,
): Promise<boolean> {
  const { clock, randomBytes, logger, settings, table } = state.runtime;
  const surroundings = { fetch, timeout, clock, randomBytes };
  for (let tries = 1; ; tries += 1) {
    const [results, unfilled] = await Promise.all([
      checkApi(apiBaseUrl(environment), surroundings, { release: settings.release }),
      findUnfilledIndexes(table, smokeTestTrigger.table.indexes),
    ]);
    const failed: { check: string; failure: string | undefined }[] = [
      ...results.filter(({ failure }) => failure !== undefined),
      ...unfilled.map((index) => ({
        check: 'index',
        failure: `${index} lacks older alerts: run backfill-indexes`,
      })),
    ];
    if (failed.length === 0) return true;
    for (const { check, failure } of failed) logger.warn('Check failed', { check, failure, tries });
    if (tries === SMOKE_TEST_TRIES) return false;
    await pause(PAUSE_MILLISECONDS);
  }
}
