import * as z from 'zod/mini';
import { sha256 } from '../base/digest.ts';
import { timestampField } from '../base/fields.ts';
import { EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { formatTimestamp } from '../base/time.ts';
import { suppressedKey } from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putItem } from '../table/writes.ts';

/** Why an address gets no more mail: it does not exist, or its reader called the mail unwanted. */
export const SUPPRESSION_REASONS = ['bounce', 'complaint'] as const;

const suppressionSchema = z.object({ reason: z.enum(SUPPRESSION_REASONS), at: timestampField });

type Suppression = z.infer<typeof suppressionSchema>;

export const mailStatusSchema = withMeta(
  z.object({
    suppressed: withMeta(z.nullable(suppressionSchema), {
      description: 'Why the address gets no more mail, until the user has another; `null` if it does.',
    }),
  }),
  { id: 'MailStatus', examples: [{ suppressed: { reason: 'bounce', at: EXAMPLE_TIMES.updated_at } }] },
);

/**
 * The outcomes of a message of the mail queue: sent, sent before, refused by its template or for its user, beyond the limit
 * of its address, suppressed, or failed. A failed mail is repeated.
 */
export const MAIL_OUTCOMES = ['sent', 'repeated', 'refused', 'limited', 'suppressed', 'failed'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** Addresses are hashed, because they may belong to no user any more. */
const keyOf = (address: string) => suppressedKey(sha256(address.toLowerCase()));

/** Ends mail to an address. Safe to repeat. */
export async function suppress(table: Table, address: string, { reason, at }: Suppression): Promise<void> {
  await putItem(table, { ...keyOf(address), reason, at });
}

/** The addresses among these that get no more mail. */
export async function findSuppressed(table: Table, addresses: readonly string[]): Promise<Set<string>> {
  const items = addresses.length > 0 ? await batchGet(table, addresses.map(keyOf)) : [];
  return new Set(addresses.filter((_, place) => items[place]));
}

/** Why an address gets no more mail; `undefined` if it does. */
export async function findSuppression(table: Table, address: string): Promise<Suppression | undefined> {
  const item = await getItem(table, keyOf(address));
  return item && suppressionSchema.parse(item);
}

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
