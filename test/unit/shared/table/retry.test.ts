import { describe, expect, test } from 'vitest';
import {
  isOutcomeUnknown,
  isTransient,
  pauseWithJitter,
  retry,
  withJitter,
} from '../../../../shared/table/retry.ts';

const attempt = async (failures: number, isWorthRetrying = () => true) => {
  const pauses: number[] = [];
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs <= failures) throw new Error(`failure ${runs}`);
    return `run ${runs}`;
  };
  const outcome = await retry(run, isWorthRetrying, async (milliseconds) => pauses.push(milliseconds)).catch(
    ({ message }: Error) => message,
  );
  return { outcome, runs, pauses };
};

test('A function that succeeds at the first attempt is not retried', async () => {
  expect(await attempt(0)).toEqual({ outcome: 'run 1', runs: 1, pauses: [] });
});

test('A failing function is tried up to six times with doubling pauses, and then its last error is thrown', async () => {
  const pauses = [20, 40, 80, 160, 320];
  expect(await attempt(5)).toEqual({ outcome: 'run 6', runs: 6, pauses });
  expect(await attempt(6)).toEqual({ outcome: 'failure 6', runs: 6, pauses });
});

test('A function that fails with a permanent error is not retried', async () => {
  expect(await attempt(1, () => false)).toEqual({ outcome: 'failure 1', runs: 1, pauses: [] });
});

test('The pause before a retry takes at random between half and all of its nominal time', () => {
  expect([0, 0.5, 1].map((random) => withJitter(100, random))).toEqual([50, 75, 100]);
});

test('The pause before a retry waits in real time', async () => {
  const start = performance.now();
  await pauseWithJitter(20);
  expect(performance.now() - start).toBeGreaterThan(9); // timers may be a millisecond early
});

describe('transientErrors', () => {
  const named = (name: string) => Object.assign(new Error('failed'), { name });
  const coded = (code: unknown) => Object.assign(new Error('failed'), { code });

  /** The errors with which DynamoDB says that it has written nothing. */
  const REFUSALS = [
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'ThrottlingException',
    'TransactionCanceledException',
    'TransactionConflictException',
  ];
  const UNKNOWN_OUTCOMES = [
    'InternalServerError',
    'ServiceUnavailable',
    'TimeoutError',
    'TransactionInProgressException',
    'UnprocessedKeysError',
  ];
  const CONNECTION_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

  test.each(REFUSALS)('The table error %s is transient and guarantees that nothing was written', (name) => {
    expect([isTransient(named(name)), isOutcomeUnknown(named(name))]).toEqual([true, false]);
  });

  test.each(UNKNOWN_OUTCOMES)(
    'The table error %s is transient and leaves the outcome of a write unknown',
    (name) => {
      expect([isTransient(named(name)), isOutcomeUnknown(named(name))]).toEqual([true, true]);
    },
  );

  test.each(CONNECTION_CODES)(
    'The connection error %s is transient and leaves the outcome of a write unknown',
    (code) => {
      expect([isTransient(coded(code)), isOutcomeUnknown(coded(code))]).toEqual([true, true]);
    },
  );

  test.each([
    ['an error of another name', named('ValidationException')],
    ['an error of another code', coded('ENOENT')],
    ['an error with an undefined code', coded(undefined)],
    ['a value that is no error', { name: 'TimeoutError', code: 'ECONNRESET' }],
    ['nothing', undefined],
  ])('The helper isTransient returns false for %s', (_, error) => {
    expect([isTransient(error), isOutcomeUnknown(error)]).toEqual([false, false]);
  });
});
