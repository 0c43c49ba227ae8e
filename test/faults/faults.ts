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

export interface NamedFault {
  readonly name: string;
  readonly fault: Fault;
  /** Whether the same call may well succeed a moment later. */
  readonly isTransient: boolean;
  /** The calls that can end like that, by their names; all if not given. */
  readonly calls?: RegExp;
  /** The class of faults that Guard treats alike: calls take turns to play one of it. */
  readonly alike?: 'silent' | 'broken' | 'throttled' | 'refused';
}

/** The single writes that transactions also make: a counter of requests is in none. */
const SINGLE_WRITES = /^(Put|Update|Delete)Item (?!RATE)/;
const TRANSACTIONS = /^TransactWriteItems/;
/** A read changes nothing, so it does not matter whether it was executed. */
const WRITES = /^(Put|Update|Delete|BatchWrite|TransactWrite)Items?\b/;

const error = (name: string, status: EngineError['status'] = 400): EngineError => ({ name, status });
const INTERNAL = error('InternalServerError', 500);

type Limits = Pick<NamedFault, 'calls' | 'alike'>;
const transient = (name: string, fault: Fault, limits: Limits = {}): NamedFault => ({
  name,
  fault,
  isTransient: true,
  ...limits,
});
const permanent = (name: string): NamedFault => ({
  name,
  fault: { kind: 'error', error: error(name) },
  isTransient: false,
  alike: 'refused',
});
const cancelled = (...reasons: string[]): Fault => ({
  kind: 'error',
  error: { ...error('TransactionCanceledException'), reasons },
});

/** Every way in which a call of DynamoDB can end but well (AWS, "Error handling with DynamoDB"). */
export const FAULTS: readonly NamedFault[] = [
  transient('reply lost', { kind: 'reply_lost' }, { calls: WRITES }),
  transient('request lost', { kind: 'request_lost' }),
  transient('stalled', { kind: 'stalled' }, { alike: 'silent' }),
  transient('stalled in the body', { kind: 'stalled_in_body' }, { alike: 'silent' }),
  transient('InternalServerError after it', { kind: 'error_after', error: INTERNAL }, { calls: WRITES }),
  transient('InternalServerError', { kind: 'error', error: INTERNAL }, { alike: 'broken' }),
  transient(
    'ServiceUnavailable',
    { kind: 'error', error: error('ServiceUnavailable', 503) },
    { alike: 'broken' },
  ),
  transient(
    'throughput exceeded',
    { kind: 'error', error: error('ProvisionedThroughputExceededException') },
    { calls: WRITES, alike: 'throttled' },
  ),
  transient(
    'throttled',
    { kind: 'error', error: error('ThrottlingException') },
    { calls: WRITES, alike: 'throttled' },
  ),
  transient(
    'request limit exceeded',
    { kind: 'error', error: error('RequestLimitExceeded') },
    { calls: WRITES, alike: 'throttled' },
  ),
  transient('cancelled by throttling', cancelled('ThrottlingError', 'None'), {
    calls: TRANSACTIONS,
    alike: 'throttled',
  }),
  transient(
    'conflict',
    { kind: 'error', error: error('TransactionConflictException') },
    { calls: SINGLE_WRITES },
  ),
  transient('cancelled by a conflict', cancelled('TransactionConflict', 'None'), { calls: TRANSACTIONS }),
  transient(
    'in progress',
    { kind: 'error_after', error: error('TransactionInProgressException') },
    { calls: TRANSACTIONS },
  ),
  permanent('ValidationException'),
  permanent('AccessDeniedException'),
  permanent('ResourceNotFoundException'),
];
