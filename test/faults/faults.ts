/** The fate of one call of the engine. */
export type Fault =
  /** The call is executed, but its connection ends before the reply; before that, something else may happen. */
  | { readonly kind: 'reply_lost'; readonly before?: () => Promise<unknown> }
  /** The call is executed and replied to, but something else happens before. */
  | { readonly kind: 'held'; readonly before: () => Promise<unknown> }
  /** The connection ends before the call is executed; before that, something else may happen. */
  | { readonly kind: 'request_lost'; readonly before?: () => Promise<unknown> }
  /** The call is executed, but nothing is replied. */
  | { readonly kind: 'stalled' }
  /** The call is executed, and the reply stops within its body. */
  | { readonly kind: 'stalled_in_body' }
  /** The call is executed, but answered as an error. */
  | { readonly kind: 'error_after'; readonly error: EngineError }
  /** The call is not executed, and answered as an error. */
  | { readonly kind: 'error'; readonly error: EngineError };

/** An error as DynamoDB answers it. */
export interface EngineError {
  readonly status: 400 | 500 | 503;
  readonly name: string;
  /** The reasons of a cancelled transaction. */
  readonly reasons?: readonly string[];
}

interface NamedFault {
  readonly name: string;
  readonly fault: Fault;
  /** Whether the same call may well succeed a moment later. */
  readonly isTransient: boolean;
  /** The calls that can end like that, by their names; all if not given. */
  readonly calls?: RegExp;
}

/** The single writes that transactions also make: a counter of requests is in none. */
const SINGLE_WRITES = /^(Put|Update|Delete)Item (?!RATE)/;
const TRANSACTIONS = /^TransactWriteItems/;
/**
 * A read changes nothing, so it does not matter whether it was executed, and the SDK repeats it after any error of a class. Reads play
 * one fault of each class.
 */
const WRITES = /^(Put|Update|Delete|BatchWrite|TransactWrite)Items?\b/;

const error = (name: string, status: EngineError['status'] = 400): EngineError => ({ name, status });
const INTERNAL = error('InternalServerError', 500);

const transient = (name: string, fault: Fault, calls?: RegExp): NamedFault => ({
  name,
  fault,
  isTransient: true,
  ...(calls ? { calls } : {}),
});
const permanent = (name: string, calls?: RegExp): NamedFault => ({
  name,
  fault: { kind: 'error', error: error(name) },
  isTransient: false,
  ...(calls ? { calls } : {}),
});
const cancelled = (...reasons: string[]): Fault => ({
  kind: 'error',
  error: { ...error('TransactionCanceledException'), reasons },
});

/** Every way in which a call of DynamoDB can end but well (AWS, "Error handling with DynamoDB"). */
export const FAULTS: readonly NamedFault[] = [
  transient('reply lost', { kind: 'reply_lost' }, WRITES),
  transient('request lost', { kind: 'request_lost' }),
  transient('stalled', { kind: 'stalled' }, WRITES),
  transient('stalled in the body', { kind: 'stalled_in_body' }),
  transient('InternalServerError after it', { kind: 'error_after', error: INTERNAL }, WRITES),
  transient('InternalServerError', { kind: 'error', error: INTERNAL }),
  transient('ServiceUnavailable', { kind: 'error', error: error('ServiceUnavailable', 503) }, WRITES),
  transient(
    'throughput exceeded',
    { kind: 'error', error: error('ProvisionedThroughputExceededException') },
    WRITES,
  ),
  transient('throttled', { kind: 'error', error: error('ThrottlingException') }, WRITES),
  transient('request limit exceeded', { kind: 'error', error: error('RequestLimitExceeded') }, WRITES),
  transient('conflict', { kind: 'error', error: error('TransactionConflictException') }, SINGLE_WRITES),
  transient('cancelled by a conflict', cancelled('TransactionConflict', 'None'), TRANSACTIONS),
  transient('cancelled by throttling', cancelled('ThrottlingError', 'None'), TRANSACTIONS),
  transient(
    'in progress',
    { kind: 'error_after', error: error('TransactionInProgressException') },
    TRANSACTIONS,
  ),
  permanent('ValidationException', WRITES),
  permanent('AccessDeniedException'),
  permanent('ResourceNotFoundException', WRITES),
];
