import type { TriggeredFunction } from '../../../shared/lambda/trigger.ts';

/**
 * For how many timeouts a message is hidden: while Lambda is throttled, it may try a batch several times (AWS, "Using Lambda
 * with Amazon SQS").
 */
const TIMEOUTS_UNTIL_VISIBLE = 6;

/** For how many seconds a received message is hidden. If it is not deleted by then, SQS delivers it again. */
export function visibilitySeconds({ timeoutSeconds }: TriggeredFunction): number {
  return TIMEOUTS_UNTIL_VISIBLE * timeoutSeconds;
}
