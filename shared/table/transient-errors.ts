/**
 * Failures of the table that pass by themselves: no capacity at the moment, a conflict that would not end, no
 * connection. By name, as the SDK gives them (AWS, "Error handling with DynamoDB").
 */
const TRANSIENT_ERRORS = new Set([
  'InternalServerError',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ThrottlingException',
  'TimeoutError',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'UnprocessedKeysError',
]);

/** Whether the same request may well succeed a moment later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return TRANSIENT_ERRORS.has(error.name) || ('code' in error && CONNECTION_ERRORS.has(String(error.code)));
}

/** Whether a write may have happened, though it was answered with a failure or not at all. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isTransient(error) && !(error instanceof Error && CERTAIN_ERRORS.has(error.name));
}

/** With these DynamoDB says that it has written nothing. */
const CERTAIN_ERRORS = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionCanceledException',
  'TransactionConflictException',
]);

/** Node's codes for a connection that was refused, reset or never came to be. */
const CONNECTION_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
