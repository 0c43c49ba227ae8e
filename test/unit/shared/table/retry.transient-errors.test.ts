import { expect, test } from 'vitest';
import { isOutcomeUnknown, isTransient } from '../../../../shared/table/retry.ts';

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
