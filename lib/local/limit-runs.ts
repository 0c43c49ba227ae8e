/** The number of runs at once: enough to use all processors, and few enough that each ends within fractions of a second. */
export const RUNS_AT_ONCE = 16;

/**
 * Limits concurrent runs; others wait in order. On Lambda each concurrent run has its own environment, but here all share one
 * process. With hundreds of runs each would take seconds, and its calls of the table would time out (shared/table/table.ts).
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
