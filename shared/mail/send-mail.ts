import * as z from 'zod/mini';
import { createLink, mayBeInvited, maySetPassword } from '../accounts/mailed-link.ts';
import { toEpochSeconds } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { absentOr, allOf, attribute, expression } from '../table/expression.ts';
import { sentMailKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/writes.ts';
import { findRecipient, type MailMessage, type Recipient, type TemplateName } from './mail-message.ts';
import { findSuppression, type MailOutcome } from './mail-status.ts';
import { countMail } from './queue-mail.ts';
import { MAIL_TEXTS, type MailTemplate, type MailText } from './template.ts';
import { budgetWarning } from './warn-masters.ts';

/** Sends a text to an address. An error is a `MailNotSentError` only if nothing was sent. */
export type PostMail = (address: string, mail: MailText) => Promise<void>;

/** The mail was certainly not sent. */
export class MailNotSentError extends Error {
  override readonly name = 'MailNotSentError';
}

export interface SendContext extends Pick<Runtime, 'table' | 'randomBytes'> {
  readonly now: Date;
  /** The id that SQS gave to the message. */
  readonly messageId: string;
  readonly publicUrl: string;
  readonly post: PostMail;
  /** The time for which the function may run. */
  readonly timeoutSeconds: number;
}

interface SendResult {
  readonly outcome: MailOutcome;
  /** Why a mail was refused. */
  readonly reason?: string;
}

/**
 * Sends the mail of a message, unless its user must not get it. Throws if the message must be repeated: nothing was sent, or
 * the result is unknown. A message that arrives twice is sent as one mail, or at most two if the reply of SES is lost.
 */
export async function sendMail(message: MailMessage, context: SendContext): Promise<SendResult> {
  const { table, now, post } = context;
  const messageId = idOf(message, context);
  const recipient = await findRecipient(table, message);
  const reason = reasonAgainst(recipient);
  if (!recipient || reason !== undefined) return { outcome: 'refused', reason: reason ?? 'no_user' };
  const { email: address } = recipient.account.entity;
  if (await findSuppression(table, address)) return { outcome: 'suppressed' };
  if (!(await countMail(table, { address, template: message.template, messageId, now }))) {
    return { outcome: 'limited' };
  }
  const attempt = await beginMail(table, { messageId, now, seconds: context.timeoutSeconds });
  if (attempt === 'sent') return { outcome: 'repeated' };
  try {
    const mail = await compose(message, recipient, context);
    if ('refused' in mail) {
      await attempt.withdraw();
      return { outcome: 'refused', reason: mail.refused };
    }
    await post(address, mail);
  } catch (error) {
    if (error instanceof MailNotSentError) await attempt.withdraw();
    throw error;
  }
  // Without this mark a repetition of the message sends a second mail, and so would an error.
  await attempt.succeed().catch(() => {});
  return { outcome: 'sent' };
}

/** A master is warned once a day of a budget, however many messages ask for it. */
function idOf(message: MailMessage, { messageId }: SendContext): string {
  if (message.template !== 'budget_warning') return messageId;
  const { budget, day, user_id } = message;
  return `${budget} ${day} ${user_id}`;
}

function reasonAgainst(recipient: Recipient | undefined): string | undefined {
  if (!recipient) return undefined;
  const { account, tenant } = recipient;
  if (account.entity.status !== 'active') return 'user_not_active';
  return tenant.status === 'active' ? undefined : 'tenant_not_active';
}

/** A template that fails has sent nothing. */
async function compose(message: MailMessage, recipient: Recipient, context: SendContext) {
  const { table, now, randomBytes, publicUrl } = context;
  try {
    return await TEMPLATES[message.template]({ table, now, randomBytes, publicUrl, message, recipient });
  } catch (error) {
    throw new MailNotSentError('The template failed.', { cause: error });
  }
}

/** The record is kept for longer than SQS keeps a message. */
const KEPT_SECONDS = 15 * 24 * 3_600;
/** A second attempt may follow one without an answer, so a user gets at most one duplicate. */
const MOST_ATTEMPTS = 2;

/** An attempt to send the mail of a message. Attempts that certainly sent nothing do not count. */
interface MailAttempt {
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
async function beginMail(
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

const invitation: MailTemplate = async ({ table, randomBytes, now, publicUrl, recipient }) => {
  const { account } = recipient;
  if (!mayBeInvited(account)) return { refused: 'invitation_not_open' };
  const token = await createLink({ table, randomBytes }, account, { purpose: 'invitation', now });
  return MAIL_TEXTS.invitation(`${publicUrl}/console#/invitation?token=${token}`);
};

/** An invited user, who has no password yet, gets a reset too: they may have lost the invitation. */
const passwordReset: MailTemplate = async ({ table, randomBytes, now, publicUrl, recipient }) => {
  const { account } = recipient;
  if (!maySetPassword(account)) return { refused: 'password_login_disabled' };
  const token = await createLink({ table, randomBytes }, account, { purpose: 'reset', now });
  return MAIL_TEXTS.passwordReset(`${publicUrl}/console#/reset?token=${token}`);
};

const TEMPLATES: Readonly<Record<TemplateName, MailTemplate>> = {
  invitation,
  password_changed: async ({ publicUrl }) => MAIL_TEXTS.passwordChanged(`${publicUrl}/console`),
  password_reset: passwordReset,
  second_factor_reset: async ({ publicUrl }) => MAIL_TEXTS.secondFactorReset(`${publicUrl}/console`),
  budget_warning: budgetWarning,
};
