import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BenchRequest } from './guard-under-test.ts';
import { percentile } from './percentile.ts';

/** What a load run does. */
export interface LoadOrder {
  readonly url: string;
  readonly requests: readonly BenchRequest[];
  /** Begins anew when all requests were made; otherwise the run ends with them. */
  readonly again: boolean;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Milliseconds, in the order of the answers. */
  readonly latencies: readonly number[];
  readonly failures: number;
  readonly milliseconds: number;
}

export interface LoadFigures {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Runs a load and sums it up. Throws if any request was not answered 200. */
export async function measureLoad(order: LoadOrder): Promise<LoadFigures> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: order });
  const [result]: LoadResult[] = await once(worker, 'message');
  if (!result) throw new Error('The load run gave no result');
  const { latencies, failures, milliseconds } = result;
  if (failures > 0) throw new Error(`${failures} of ${latencies.length} requests failed`);
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    requests: sorted.length,
    perSecond: (sorted.length / milliseconds) * 1_000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  };
}
