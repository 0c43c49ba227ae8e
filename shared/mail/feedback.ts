import * as z from 'zod/mini';
import { formatTimestamp } from '../time.ts';
import type { Suppression } from './mail-status.ts';

/** An event of SES, as EventBridge sends it (AWS, "Monitor Amazon SES events using EventBridge"). */
const eventSchema = z.object({
  time: z.string(),
  detail: z.object({
    eventType: z.string(),
    bounce: z.optional(z.object({ bounceType: z.string() })),
    // This is not the bounced address, which is another one if the mail was forwarded.
    mail: z.object({ destination: z.array(z.string()) }),
  }),
});

interface Feedback extends Suppression {
  readonly addresses: readonly string[];
}

/** A permanent bounce or a complaint; `undefined` for anything else, such as a full mailbox. */
export function readFeedback(body: string): Feedback | undefined {
  const { time, detail } = eventSchema.parse(JSON.parse(body));
  const at = formatTimestamp(new Date(time));
  const addresses = detail.mail.destination;
  if (detail.eventType === 'Complaint') return { reason: 'complaint', at, addresses };
  const isPermanent = detail.eventType === 'Bounce' && detail.bounce?.bounceType === 'Permanent';
  return isPermanent ? { reason: 'bounce', at, addresses } : undefined;
}
