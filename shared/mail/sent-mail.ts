import * as z from 'zod/mini';
import { absentOr, allOf, attribute, expression } from '../table/expression.ts';
import { getItem } from '../table/get-item.ts';
import { sentMailKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { toEpochSeconds } from '../time.ts';

/** The record is kept for longer than SQS keeps a message. */
const KEPT_SECONDS = 15 * 24 * 3_600;
/** A second attempt may follow one without an answer, so a user gets at most one duplicate. */
const MOST_ATTEMPTS = 2;

/** An attempt to send the mail of a message. Attempts that certainly sent nothing do not count. */
export interface MailAttempt {
  /** Records that the mail was sent. */
  succeed(): Promise<void>;
  /** Records that the mail was certainly not sent. */
  withdraw(): Promise<void>;
}

const markSchema = z.object({
  attempt: z.string(),
  attempts: z.number(),
  sent: z.optional(z.boolean()),
});

interface BegunMail {
  readonly messageId: string;
  readonly now: Date;
  /** After this time another attempt may begin: the function has ended. */
  readonly seconds: number;
}

/**
 * Begins an attempt, so that a message that SQS delivers twice is sent once. Resolves to `sent` if the mail was sent before.
 * Throws while another attempt runs, and after two attempts if SES may have sent each of them.
 */
export async function beginMail(
  table: Table,
  { messageId, now, seconds }: BegunMail,
): Promise<MailAttempt | 'sent'> {
  const key = sentMailKey(messageId);
  const attempt = table.newWriteId();
  const isMine = expression`#attempt = ${attempt}`;
  const begun = await updateIf(table, key, {
    update: expression`ADD #attempts ${1} SET #attempt = ${attempt}, #until = ${toEpochSeconds(now) + seconds}, #ttl = ${toEpochSeconds(now) + KEPT_SECONDS}`,
    condition: allOf(
      expression`attribute_not_exists(#sent)`,
      absentOr(attribute('attempts'), expression`#attempts < ${MOST_ATTEMPTS}`),
      absentOr(attribute('until'), expression`#until < ${toEpochSeconds(now)}`),
    ),
  });
  if (!begun) {
    const known = markSchema.parse(await getItem(table, key));
    if (known.sent) return 'sent';
    // Refused as the repetition of itself, after a lost reply, it has begun.
    if (known.attempt !== attempt) throw new MailPendingError(known.attempts);
  }
  return {
    async succeed() {
      await updateIf(table, key, { update: expression`SET #sent = ${true}`, condition: isMine });
    },
    async withdraw() {
      const condition = allOf(isMine, expression`attribute_exists(#until)`);
      await updateIf(table, key, { update: expression`ADD #attempts ${-1} REMOVE #until`, condition });
    },
  };
}

class MailPendingError extends Error {
  override readonly name = 'MailPendingError';
  constructor(attempts: number) {
    super(`The outcome of ${attempts} attempts to send this mail is unknown.`);
  }
}
