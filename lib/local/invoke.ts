import type { Context } from 'aws-lambda';
import type { Clock } from '../../shared/base/time.ts';

export type LambdaHandler<Event> = (event: Event, context: Context) => unknown;

export type Invocation =
  | { readonly outcome: 'returned'; readonly result: unknown }
  | { readonly outcome: 'failed'; readonly error: unknown }
  | { readonly outcome: 'timed_out' };

export interface InvocationOptions {
  readonly name: string;
  readonly requestId: string;
  readonly timeoutMilliseconds: number;
  readonly clock: Clock;
}

/**
 * Runs a function as Lambda does: event and result are JSON, and a function that cannot be loaded fails its request. Never
 * throws. Does not wait for a function after its timeout.
 */
export async function invoke<Event>(
  load: () => Promise<LambdaHandler<Event>>,
  event: Event,
  options: InvocationOptions,
): Promise<Invocation> {
  const { promise: timeout, resolve } = Promise.withResolvers<Invocation>();
  const timer = setTimeout(() => resolve({ outcome: 'timed_out' }), options.timeoutMilliseconds);
  try {
    return await Promise.race([run(load, event, options), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function run<Event>(
  load: () => Promise<LambdaHandler<Event>>,
  event: Event,
  options: InvocationOptions,
): Promise<Invocation> {
  try {
    const handler = await load();
    const copy: Event = JSON.parse(JSON.stringify(event));
    const result = JSON.stringify(await handler(copy, lambdaContext(options)));
    return { outcome: 'returned', result: JSON.parse(result ?? 'null') };
  } catch (error) {
    return { outcome: 'failed', error };
  }
}

/** The context object (AWS, "Using the Lambda context object to retrieve Node.js function information"). */
function lambdaContext({ name, requestId, timeoutMilliseconds, clock }: InvocationOptions): Context {
  const functionName = `guard-local-${name}`;
  const deadline = clock().getTime() + timeoutMilliseconds;
  const unsupported = () => {
    throw new Error('Functions return a promise; Lambda has no callbacks for Node.js 24.');
  };
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    getRemainingTimeInMillis: () => Math.max(0, deadline - clock().getTime()),
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    memoryLimitInMB: '1024',
    done: unsupported,
    fail: unsupported,
    succeed: unsupported,
  };
}
