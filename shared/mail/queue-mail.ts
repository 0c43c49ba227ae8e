import type { User } from '../accounts/user.ts';
import { sha256 } from '../base/digest.ts';
import type { Environment } from '../lambda/environment.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { type SendMessages, sendMessages } from '../lambda/send-messages.ts';
import { queueUrlOf } from '../lambda/trigger.ts';
import { countOrRefuse, countRequest } from '../limits/rate-counter.ts';
import type { Table } from '../table/table.ts';
import { type BudgetWarning, type MailMessage, SEND_MAIL, type TemplateName } from './mail-message.ts';
import { isMailOn } from './mail-settings.ts';

export interface MailOutside {
  readonly environment: Environment;
  readonly send: SendMessages;
}

const LAMBDA: MailOutside = { environment: process.env, send: sendMessages };

/**
 * Queues a mail instead of sending it, so that the caller waits equally long for any address. Does nothing in a stage without
 * mail. The route must declare `queuesMail`. If it throws, the mail may be queued nevertheless.
 */
export async function queueMail(
  { settings }: Pick<Runtime, 'settings'>,
  message: MailMessage | BudgetWarning,
  { environment, send }: MailOutside = LAMBDA,
): Promise<void> {
  if (!isMailOn(settings)) return;
  await send(queueUrlOf(environment, SEND_MAIL), [{ body: JSON.stringify(message) }]);
}

/**
 * Queues a mail about something that has happened to a user. Never throws, because it has happened whether or not the user is
 * informed.
 */
export async function informUser(
  { settings, logger }: Pick<Runtime, 'settings' | 'logger'>,
  template: 'second_factor_reset' | 'password_changed',
  { tenant_id, id: user_id }: Pick<User, 'tenant_id' | 'id'>,
): Promise<void> {
  await queueMail({ settings }, { template, tenant_id, user_id }).catch((error: unknown) =>
    logger.error('A user was not informed by mail', { error, template }),
  );
}

/**
 * How many mails of one template are sent to an address per hour. Each template has its own limit, so that requests for one
 * do not suppress another.
 */
export const MAILS_PER_HOUR = 3;
export const INVITATIONS_PER_DAY = 100;

const ID_LENGTH = 8;

interface CountedMail {
  readonly address: string;
  readonly template: TemplateName;
  readonly messageId: string;
  readonly now: Date;
}

/** Counts a mail to an address, once for each message of the queue. Resolves to whether the mail may be sent. */
export async function countMail(
  table: Table,
  { address, template, messageId, now }: CountedMail,
): Promise<boolean> {
  const { allowed } = await countRequest(table, {
    subject: `mail#${template}#${sha256(address)}`,
    window: 'hour',
    limit: MAILS_PER_HOUR,
    id: sha256(messageId).slice(0, ID_LENGTH),
    now,
  });
  return allowed;
}

/** Counts an invitation of a tenant. Throws `too_many_requests` beyond the limit per day. */
export async function admitInvitation(table: Table, tenantId: string, now: Date): Promise<void> {
  await countOrRefuse(table, {
    subject: `invitations#${tenantId}`,
    window: 'day',
    limit: INVITATIONS_PER_DAY,
    now,
  });
}
