/** The outcomes of one message, as the metric `WebhookDeliveries` counts them. */
export const DELIVERY_OUTCOMES = [
  'succeeded',
  'failed', // another attempt follows
  'given_up', // no attempt follows
  'put_off', // the webhook is failing, so the first attempt is postponed
  'skipped', // delivered already, or the webhook or its tenant is not active
  'unreadable', // this release cannot read an item
] as const;

export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];
