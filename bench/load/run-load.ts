import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BenchRequest } from '../guard-under-test.ts';
import { percentile } from '../percentile.ts';

/** The input of a load run. */
export interface LoadOrder {
  readonly url: string;
  readonly requests: readonly BenchRequest[];
  /** Whether to repeat the requests after the last one. Otherwise the run ends. */
  readonly again: boolean;
  readonly connections: number;
  readonly seconds: number;
  /** Maximum number of requests, if given. */
  readonly most?: number;
}

export interface LoadResult {
  /** Milliseconds in the order of the responses. */
  readonly latencies: readonly number[];
  /** Number of failures by status or connection error. */
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

/** Runs a load in its own thread and summarizes it. */
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

/** Describes the failures of a run; empty if there were none. */
export function describeFailures(failures: LoadResult['failures']): string {
  return Object.entries(failures)
    .map(([reason, count]) => `${count} × ${reason}`)
    .join(', ');
}
