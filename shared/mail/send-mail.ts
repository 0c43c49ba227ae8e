import type { Runtime } from '../lambda/runtime.ts';
import { countMail } from './mail-limits.ts';
import type { MailMessage } from './mail-message.ts';
import type { MailOutcome } from './outcomes.ts';
import { findRecipient, type Recipient } from './recipient.ts';
import { beginMail } from './sent-mail.ts';
import { findSuppression } from './suppression.ts';
import type { MailText } from './template.ts';
import { TEMPLATES } from './templates.ts';

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

export interface SendResult {
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
