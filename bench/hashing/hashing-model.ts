import { billedMilliseconds, gbSeconds, processorShare } from '../cost/duration.ts';
import type { MeasuredFunction } from '../cost/measurements.ts';
import type { Prices } from '../cost/prices.ts';

/** What is known of a login before the memory is chosen. */
export interface HashingInput {
  /** Of one verification, on one whole processor. */
  readonly verificationMilliseconds: number;
  /** A login's function, whose processor time holds a verification. */
  readonly login: MeasuredFunction;
  readonly prices: Pick<Prices, 'lambdaGbSecond'>;
}

/** What a function that hashes passwords comes to with so much memory. */
export interface HashingRow {
  readonly memoryMib: number;
  /** Of one processor. */
  readonly share: number;
  readonly verificationMilliseconds: number;
  readonly loginMilliseconds: number;
  /** What Lambda takes for the duration of one login, in US dollars. */
  readonly loginUsd: number;
}

/**
 * A model: a verification is one lane of argon2, so one thread, which takes as much longer as the memory's share of a
 * processor is smaller (AWS, "Configure Lambda function memory"). What waits for the table does not become faster with
 * memory, and is paid for by it.
 */
export function hashingRow(
  memoryMib: number,
  { verificationMilliseconds, login, prices }: HashingInput,
): HashingRow {
  const settings = { functionMemoryMib: memoryMib, hashingFunctionMemoryMib: memoryMib };
  const share = processorShare(memoryMib);
  return {
    memoryMib,
    share,
    verificationMilliseconds: verificationMilliseconds / share,
    loginMilliseconds: billedMilliseconds(login, settings),
    loginUsd: gbSeconds(login, settings) * prices.lambdaGbSecond,
  };
}
