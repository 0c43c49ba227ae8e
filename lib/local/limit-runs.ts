import type { FunctionRunner } from './run-function.ts';

/**
 * Runs no more than so many functions at once; the others wait in the order in which they came. Lambda gives each run at the
 * same time an environment of its own, but on this machine all share one process. With hundreds under way each would
 * take seconds, and its calls to the table be given up that are meant to take milliseconds (shared/table/table.ts).
 */
export function limitRuns(run: FunctionRunner, most: number): FunctionRunner {
  const waiting: (() => void)[] = [];
  let free = most;
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
