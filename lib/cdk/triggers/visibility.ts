import type { TriggeredFunction } from '../../../shared/lambda/trigger.ts';

/** Lambda may try a batch several times while it is throttled (AWS, "Using Lambda with Amazon SQS"). */
const TIMEOUTS_UNTIL_VISIBLE = 6;

/** For how long a message that a function got is hidden: unless it is deleted by then, it comes again. */
export function visibilitySeconds({ timeoutSeconds }: TriggeredFunction): number {
  return TIMEOUTS_UNTIL_VISIBLE * timeoutSeconds;
}
