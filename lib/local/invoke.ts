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
 * Runs a function as Lambda does: the event and the result are JSON, and a function that cannot be loaded makes its request
 * fail. Never throws. After the timeout, it does not wait for the function any more.
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
    const result = await handler(jsonCopy(event) as Event, lambdaContext(options));
    return { outcome: 'returned', result: jsonCopy(result) ?? null };
  } catch (error) {
    return { outcome: 'failed', error };
  }
}

/**
 * What a value becomes as JSON and back; `undefined` if JSON has no form of it. Long texts, such as the body of a response,
 * are not written and parsed.
 */
function jsonCopy(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null; // -0 becomes 0
  if (Array.isArray(value)) return Array.from(value, (it) => jsonCopy(it) ?? null);
  if (!isPlain(value)) return JSON.parse(JSON.stringify(value) ?? 'null') ?? undefined;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const member = jsonCopy(value[name]);
    if (member !== undefined) copy[name] = member;
  }
  return copy;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  if ('toJSON' in value || Object.hasOwn(value, '__proto__')) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Makes the context object (AWS, "Using the Lambda context object to retrieve Node.js function information"). */
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

export interface FunctionRunnerOptions {
  readonly clock: Clock;
  readonly newRequestId: () => string;
  readonly log: (line: string) => void;
}

/** Runs a function and logs a failure. Never throws. */
export type FunctionRunner = <Event>(
  name: string,
  load: () => Promise<LambdaHandler<Event>>,
  event: Event,
  timeoutMilliseconds: number,
) => Promise<Invocation>;

export function createFunctionRunner({ clock, newRequestId, log }: FunctionRunnerOptions): FunctionRunner {
  return async (name, load, event, timeoutMilliseconds) => {
    const invocation = await invoke(load, event, {
      name,
      requestId: newRequestId(),
      timeoutMilliseconds,
      clock,
    });
    const failure = describe(invocation);
    if (failure) log(`${name} ${failure}`);
    return invocation;
  };
}

/** Describes a failed run for the log; `undefined` for a success. */
function describe(invocation: Invocation): string | undefined {
  if (invocation.outcome === 'timed_out') return 'took too long';
  if (invocation.outcome === 'returned') return undefined;
  const { error } = invocation;
  return `failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/**
 * How many runs there are at the same time: enough to use all processors, but so few that each ends within fractions of a
 * second.
 */
export const RUNS_AT_ONCE = 16;

/**
 * Limits how many runs there are at the same time; others wait in order. On Lambda, each concurrent run has its own
 * environment, but here all share one process. With hundreds of runs, each would take seconds, and its calls of the table
 * would time out (shared/table/table.ts).
 */
export function limitRuns<Order extends unknown[], Result>(
  run: (...order: Order) => Promise<Result>,
  limit: number,
): (...order: Order) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = limit;
  return async (...order) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run(...order);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
