import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { type Invocation, publishMetrics, settleTableCalls, withInvocation } from './invocation.ts';
import type { RuntimeSource } from './runtime.ts';
import { traceInvocation } from './trace-invocation.ts';

/** The Lambda handler of a function that no client calls: metered, measured and traced as endpoints are. */
export function createTriggeredHandler<Event extends object, Result>(
  source: RuntimeSource,
  { name }: { readonly name: string },
  handle: (event: Invocation<Event>) => Promise<Result>,
): (event: Event, context: Context) => Promise<Result> {
  return withInvocation(
    source,
    middy<Invocation<Event>, Result>({ timeoutEarlyInMillis: 0 })
      .use(traceInvocation<Event>(name))
      .use(publishMetrics<Event>())
      .use(settleTableCalls<Event>())
      .handler(handle) as (event: Event, context: Context) => Promise<Result>,
  );
}
