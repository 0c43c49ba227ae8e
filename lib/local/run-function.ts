import type { Clock } from '../../shared/base/time.ts';
import { type Invocation, invoke, type LambdaHandler } from './invoke.ts';

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

/** The log text of a failed run; `undefined` on success. */
function describe(invocation: Invocation): string | undefined {
  if (invocation.outcome === 'timed_out') return 'took too long';
  if (invocation.outcome === 'returned') return undefined;
  const { error } = invocation;
  return `failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
