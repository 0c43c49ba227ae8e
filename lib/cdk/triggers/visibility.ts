import type { TriggeredFunction } from '../../../shared/lambda/trigger.ts';

/** Lambda may try a batch several times while it is throttled (AWS, "Using Lambda with Amazon SQS"). */
const TIMEOUTS_UNTIL_VISIBLE = 6;

/** The time for which a received message is hidden. If it is not deleted by then, SQS delivers it again. */
export function visibilitySeconds({ timeoutSeconds }: TriggeredFunction): number {
  return TIMEOUTS_UNTIL_VISIBLE * timeoutSeconds;
}
