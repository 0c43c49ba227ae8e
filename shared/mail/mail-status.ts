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

/** Why no more mail is sent to an address: it does not exist, or its reader complained about mail. */
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
 * What may become of a message of the mail queue: its mail was sent, was already sent before, was refused by its template or
 * for its user, was beyond the limit of its address, was suppressed, or failed. A failed message is repeated.
 */
export const MAIL_OUTCOMES = ['sent', 'repeated', 'refused', 'limited', 'suppressed', 'failed'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** The key of a suppressed address. It contains a hash, because the address may not belong to a user any more. */
const keyOf = (address: string) => suppressedKey(sha256(address.toLowerCase()));

/** Ensures that no more mail is sent to an address. Safe to repeat. */
export async function suppress(table: Table, address: string, { reason, at }: Suppression): Promise<void> {
  await putItem(table, { ...keyOf(address), reason, at });
}

/** Finds those of the addresses to which no more mail is sent. */
export async function findSuppressed(table: Table, addresses: readonly string[]): Promise<Set<string>> {
  const items = addresses.length > 0 ? await batchGet(table, addresses.map(keyOf)) : [];
  return new Set(addresses.filter((_, place) => items[place]));
}

/** Returns why no more mail is sent to an address; `undefined` if mail is sent to it. */
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
    // These are the addresses to which Guard sent the mail. The bounced address is another one if the mail was forwarded.
    mail: z.object({ destination: z.array(z.string()) }),
  }),
});

interface Feedback extends Suppression {
  readonly addresses: readonly string[];
}

/** Parses a permanent bounce or a complaint; `undefined` for anything else, such as a full mailbox. */
export function readFeedback(body: string): Feedback | undefined {
  const { time, detail } = eventSchema.parse(JSON.parse(body));
  const at = formatTimestamp(new Date(time));
  const addresses = detail.mail.destination;
  if (detail.eventType === 'Complaint') return { reason: 'complaint', at, addresses };
  const isPermanent = detail.eventType === 'Bounce' && detail.bounce?.bounceType === 'Permanent';
  return isPermanent ? { reason: 'bounce', at, addresses } : undefined;
}
