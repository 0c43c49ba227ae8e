import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BenchRequest } from '../guard-under-test.ts';
import { percentile } from '../percentile.ts';

/** What a load run does. */
export interface LoadOrder {
  readonly url: string;
  readonly requests: readonly BenchRequest[];
  /** Begins anew when all requests were made; otherwise the run ends with them. */
  readonly again: boolean;
  readonly connections: number;
  readonly seconds: number;
  /** Ends the run when so many requests were made; none, if not given. */
  readonly most?: number;
}

export interface LoadResult {
  /** Milliseconds, in the order of the answers. */
  readonly latencies: readonly number[];
  /** What went wrong how often: a status that is none of success, or what the connection died of. */
  readonly failures: Readonly<Record<string, number>>;
  readonly milliseconds: number;
}

export interface LoadFigures {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly longest: number;
  readonly failures: LoadResult['failures'];
}

/** Runs a load in a thread of its own, and sums it up. */
export async function runLoad(order: LoadOrder): Promise<LoadFigures> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: order });
  const [result]: LoadResult[] = await once(worker, 'message');
  if (!result) throw new Error('The load run gave no result');
  const { latencies, failures, milliseconds } = result;
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    requests: sorted.length,
    perSecond: (sorted.length / milliseconds) * 1_000,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    longest: percentile(sorted, 1),
    failures,
  };
}

/** What went wrong in a run, in words; empty where nothing did. */
export function describeFailures(failures: LoadResult['failures']): string {
  return Object.entries(failures)
    .map(([reason, count]) => `${count} × ${reason}`)
    .join(', ');
}
