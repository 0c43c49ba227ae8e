import { percentile } from '../percentile.ts';
import { now } from './now.ts';
import type { Screens } from './screens.ts';

export interface Latency {
  /** The time from sending the request that raises an alert until a screen has it, in milliseconds. */
  readonly median: number;
  readonly p99: number;
  readonly slowest: number;
  /** The time from sending that request until the last screen has the alert. */
  readonly lastMedian: number;
  /** The processor time of the server's thread for each alert and all screens, in milliseconds. */
  readonly processor: number;
}

/** Raises alerts one after the other and measures when each connected screen has them. */
export async function measureLatency(
  screens: Screens,
  alerts: number,
  raise: (message: string) => Promise<void>,
): Promise<Latency> {
  const all: number[] = [];
  const last: number[] = [];
  const before = process.threadCpuUsage();
  for (let alert = 0; alert < alerts; alert += 1) {
    const message = `Alert ${alert} of ${now()}`;
    const sentAt = now();
    await raise(message);
    const delays = (await screens.seen(message)).map((at) => at - sentAt);
    all.push(...delays);
    last.push(Math.max(...delays));
  }
  const { user, system } = process.threadCpuUsage(before);
  all.sort((a, b) => a - b);
  last.sort((a, b) => a - b);
  return {
    median: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    slowest: percentile(all, 1),
    lastMedian: percentile(last, 0.5),
    processor: (user + system) / 1_000 / alerts,
  };
}
