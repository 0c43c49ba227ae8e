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
import { type MailTemplate, type MailText, textsTo } from './template.ts';
import { budgetWarning } from './warn-masters.ts';

/**
 * Sends a text to an address. If it throws a `MailNotSentError`, nothing was sent; after any other error the result is
 * unknown.
 */
export type PostMail = (address: string, mail: MailText) => Promise<void>;

/** Says that the mail was certainly not sent. */
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
 * Sends the mail of a message, unless its user must not get the mail. Throws if the message must be repeated, because nothing
 * was sent or the result is unknown. A message that arrives twice is sent as one mail, or at most as two if the reply of SES
 * is lost.
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
  // If this record fails, a repetition of the message sends a second mail; throwing the error would cause that, too.
  await attempt.succeed().catch(() => {});
  return { outcome: 'sent' };
}

/** A master is warned once for each day's budget, however many messages ask for it. */
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

/** Writes the mail. If the template fails, nothing was sent. */
async function compose(message: MailMessage, recipient: Recipient, context: SendContext) {
  const { table, now, randomBytes, publicUrl } = context;
  try {
    return await TEMPLATES[message.template]({ table, now, randomBytes, publicUrl, message, recipient });
  } catch (error) {
    throw new MailNotSentError('The template failed.', { cause: error });
  }
}

/** How long the record of a sent mail is kept: longer than SQS keeps a message. */
const KEPT_SECONDS = 15 * 24 * 3_600;
/** How many attempts may be made. A second one is made if the first got no answer, so a user gets at most one duplicate. */
const MOST_ATTEMPTS = 2;

/** An attempt to send the mail of a message. An attempt that certainly sent nothing does not count. */
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
  /** After how many seconds another attempt may begin, because the function must have ended by then. */
  readonly seconds: number;
}

/**
 * Begins an attempt, so that a message that SQS delivers twice is sent as one mail. Resolves to `sent` if the mail was
 * already sent. Throws while another attempt is running, and after two attempts whose result is unknown.
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
    // If the reply was lost, the repeated write may be refused although this very attempt has begun.
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

/**
 * A link to a page of the console. It names the address, so that the console signs the person in with their new password. Both
 * are in the fragment, which browsers send to nobody. Mail programs may end a link at a sign of an address, so those are encoded.
 */
function consoleLink(
  publicUrl: string,
  page: string,
  { email, token }: { readonly email: string; readonly token: string },
): string {
  const address = encodeURIComponent(email).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${publicUrl}/console#/${page}?email=${address}&token=${token}`;
}

const invitation: MailTemplate = async ({ table, randomBytes, now, publicUrl, recipient }) => {
  const { account } = recipient;
  if (!mayBeInvited(account, now)) return { refused: 'invitation_not_open' };
  const token = await createLink({ table, randomBytes }, account, { purpose: 'invitation', now });
  const link = consoleLink(publicUrl, 'invitation', { email: account.entity.email, token });
  return textsTo(recipient).invitation(link, recipient.tenant.name);
};

/** An invited user without a password gets a reset mail, too, because the invitation may be lost. */
const passwordReset: MailTemplate = async ({ table, randomBytes, now, publicUrl, recipient }) => {
  const { account } = recipient;
  if (!maySetPassword(account, now)) return { refused: 'password_login_disabled' };
  const token = await createLink({ table, randomBytes }, account, { purpose: 'reset', now });
  const link = consoleLink(publicUrl, 'reset', { email: account.entity.email, token });
  return textsTo(recipient).passwordReset(link);
};

const TEMPLATES: Readonly<Record<TemplateName, MailTemplate>> = {
  invitation,
  password_changed: async ({ publicUrl, recipient }) =>
    textsTo(recipient).passwordChanged(`${publicUrl}/console`),
  password_reset: passwordReset,
  second_factor_reset: async ({ publicUrl, recipient }) =>
    textsTo(recipient).secondFactorReset(`${publicUrl}/console`),
  budget_warning: budgetWarning,
};
