import type { Environment } from '../lambda/environment.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { type SendMessages, sendMessages } from '../lambda/send-messages.ts';
import { queueUrlOf } from '../lambda/trigger.ts';
import type { User } from '../users/user.ts';
import { type BudgetWarning, type MailMessage, SEND_MAIL } from './mail-message.ts';
import { isMailOn } from './mail-settings.ts';

export interface MailOutside {
  readonly environment: Environment;
  readonly send: SendMessages;
}

const LAMBDA: MailOutside = { environment: process.env, send: sendMessages };

/**
 * Queues a mail, so that the caller waits the same time for any address. Does nothing in a stage without mail. The route
 * declares `queuesMail`. Even if it throws, the mail may be queued.
 */
export async function queueMail(
  { settings }: Pick<Runtime, 'settings'>,
  message: MailMessage | BudgetWarning,
  { environment, send }: MailOutside = LAMBDA,
): Promise<void> {
  if (!isMailOn(settings)) return;
  await send(queueUrlOf(environment, SEND_MAIL), [{ body: JSON.stringify(message) }]);
}

/** Queues a mail about what has happened to a user. Never throws: it has happened, whether or not the user is informed. */
export async function informUser(
  { settings, logger }: Pick<Runtime, 'settings' | 'logger'>,
  template: 'second_factor_reset' | 'password_changed',
  { tenant_id, id: user_id }: Pick<User, 'tenant_id' | 'id'>,
): Promise<void> {
  await queueMail({ settings }, { template, tenant_id, user_id }).catch((error: unknown) =>
    logger.error('A user was not informed by mail', { error, template }),
  );
}
