/** Enough to keep all processors of a machine busy, and few enough that each run is done within fractions of a second. */
export const RUNS_AT_ONCE = 16;

/**
 * Runs no more than so many functions at once; the others wait in the order in which they came. Lambda gives each run at the
 * same time an environment of its own, but on this machine all share one process. With hundreds under way each would
 * take seconds, and its calls to the table be given up that are meant to take milliseconds (shared/table/table.ts).
 */
export function limitRuns<Order extends unknown[], Result>(
  run: (...order: Order) => Promise<Result>,
  most: number,
): (...order: Order) => Promise<Result> {
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
