/** The outcomes of a message to a channel of a person, as the metric `Notifications` counts them. */
export const NOTIFICATION_OUTCOMES = [
  'sent',
  'delivered', // a receipt says so
  'failed', // another attempt follows
  'given_up', // no attempt follows
  'unknown', // the provider did not answer
  'suppressed', // not sent, for a reason that the delivery log gives
  'held', // part of a summary, because there were too many
] as const;

export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/** The reason of a notification that was given up with an unknown result. */
export const NO_ANSWER = 'no_answer';
