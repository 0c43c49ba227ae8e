/**
 * What becomes of an event that a webhook is to be told: a success, a failure that is tried again, the last failure, one that waits
 * for a receiver that is failing, one that was done with or is not wanted any more, and one that cannot be read.
 */
export const DELIVERY_OUTCOMES = [
  'succeeded',
  'failed',
  'given_up',
  'put_off',
  'skipped',
  'unreadable',
] as const;

export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];
