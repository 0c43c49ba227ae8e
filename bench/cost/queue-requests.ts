import { triggersOf } from '../../functions/triggers.ts';
import { MONTH_MINUTES } from './month.ts';

/**
 * Lambda begins with so many receivers of a queue (AWS, "Using Lambda with Amazon SQS": five batches at a time), which are
 * taken to stay while it is empty.
 */
const RECEIVERS = 5;
/** Each asks again after this, the longest that a request waits for a message (AWS, "Amazon SQS short and long polling"). */
const LONG_POLL_SECONDS = 20;

/** Sent, received and deleted: each by itself, although there are batches of them. */
const REQUESTS_PER_MESSAGE = 3;

/** Requests of a month to the queues of a kind, that are empty but for so many messages. */
export function queueRequests({ isFifo }: { readonly isFifo: boolean }, messages: number): number {
  const queues = triggersOf('queue').filter(({ trigger }) => trigger.isFifo === isFifo).length;
  return queues * RECEIVERS * (60 / LONG_POLL_SECONDS) * MONTH_MINUTES + messages * REQUESTS_PER_MESSAGE;
}
