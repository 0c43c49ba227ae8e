import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { functionGroup, type PlacedFunction } from './function-group.ts';
import {
  type Invocation,
  publishMetrics,
  type Step,
  settleTableCalls,
  withInvocation,
  workOf,
} from './invocation.ts';
import type { RuntimeSource } from './runtime.ts';

/** Makes the Lambda handler of a function that no client calls by HTTP. */
export function createTriggeredHandler<Event extends object, Result>(
  source: RuntimeSource,
  declaration: PlacedFunction,
  handle: (event: Invocation<Event>) => Promise<Result>,
): (event: Event, context: Context) => Promise<Result> {
  return withInvocation(
    source,
    middy<Invocation<Event>, Result>({ timeoutEarlyInMillis: 0 })
      .use(publishMetrics<Event>())
      .use(measureRun<Event>(declaration))
      .use(settleTableCalls<Event>())
      .handler(handle) as (event: Event, context: Context) => Promise<Result>,
  );
}

/** Makes the step that counts completed runs. Lambda itself counts the runs that throw. */
function measureRun<Event>(declaration: PlacedFunction): Step<Event> {
  const dimensions = { group: functionGroup(declaration) };
  return {
    after({ event }) {
      event.state.metrics.push({ name: 'Runs', value: 1, dimensions });
      event.state.line = { message: 'run', ...workOf(event.state) };
    },
  };
}
