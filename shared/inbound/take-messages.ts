import type { TenantSize } from '../base/actor.ts';
import type { InboundMessage } from './message.ts';
import {
  countSignals,
  interpret,
  isUrgent,
  type OpenAddress,
  type ReceivedMessages,
  type Receiving,
  receiveMessages,
  type Sent,
} from './receive-message.ts';

/** What taking messages does with the table, with finding their sender and counting them. */
export const TAKING_ACTIONS = [
  'BatchGetItem',
  'ConditionCheckItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'UpdateItem',
] as const;

/** What of a message counts against limits. */
export interface CountedMessage extends TenantSize {
  /** How many events it has. */
  readonly weight: number;
  /** Whether one of them concerns lives or is critical. */
  readonly isUrgent: boolean;
}

interface Taking extends Receiving {
  /** Counts the messages against the limits of their sender. Throws if they are too many. */
  readonly count: (counted: CountedMessage) => Promise<void>;
}

/**
 * Takes the messages of a request, or of a publication to a broker: reads, counts, carries out and records them. `nothing`: it
 * was a query that says nothing.
 */
export async function takeMessages(
  open: OpenAddress,
  messages: readonly InboundMessage[],
  { isPost, ...sent }: Sent & { readonly isPost: boolean },
  { count, ...context }: Taking,
): Promise<ReceivedMessages | 'nothing'> {
  const read = interpret(open.address, messages, isPost);
  if (read === 'nothing') return read;
  await count({ ...open.size, weight: countSignals(read), isUrgent: isUrgent(read) });
  return receiveMessages(open, read, sent, context);
}
