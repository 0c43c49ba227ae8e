import type { PerSecond } from './arrivals.ts';

/**
 * Which part of requests a token bucket refuses when a period of arrivals repeats: it fills at the rate and holds the
 * burst (AWS, "Throttle requests to your REST APIs for better throughput in API Gateway"). DynamoDB's partitions keep
 * up to 300 seconds of what was not used, but promise none of it.
 */
export function refusedShare(
  arrivals: PerSecond,
  { rate, burst }: { readonly rate: number; readonly burst: number },
  periods: number,
): number {
  let tokens = burst;
  let refused = 0;
  let made = 0;
  for (let period = 0; period < periods; period++) {
    for (const count of arrivals) {
      tokens = Math.min(burst, tokens + rate);
      const passed = Math.min(count, tokens);
      tokens -= passed;
      refused += count - passed;
      made += count;
    }
  }
  return made === 0 ? 0 : refused / made;
}
