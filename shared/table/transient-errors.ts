/**
 * Temporary failures: throttling, conflicts, lost connections. The names are the SDK's (AWS, "Error handling with DynamoDB";
 * KMS, "Common errors").
 */
const TRANSIENT_ERRORS = new Set([
  'DependencyTimeoutException',
  'InternalServerError',
  'KMSInternalException',
  'KeyUnavailableException',
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

/** Whether the same request may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return TRANSIENT_ERRORS.has(error.name) || ('code' in error && CONNECTION_ERRORS.has(String(error.code)));
}

/** Whether a write may have happened although it failed or had no reply. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isTransient(error) && !(error instanceof Error && CERTAIN_ERRORS.has(error.name));
}

/** The errors with which DynamoDB guarantees that it has written nothing. */
const CERTAIN_ERRORS = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionCanceledException',
  'TransactionConflictException',
]);

/** Node's codes for a refused, reset or failed connection. */
const CONNECTION_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
