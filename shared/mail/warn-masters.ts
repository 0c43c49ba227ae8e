import { isActiveMaster } from '../accounts/count-user.ts';
import { USERS } from '../accounts/user.ts';
import { formatTimestamp } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import type { Budget } from '../limits/budget.ts';
import { countRequest, readCount } from '../limits/rate-counter.ts';
import { tenantPartition } from '../table/keys.ts';
import { queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import type { BudgetWarning } from './mail-message.ts';
import { isMailOn } from './mail-settings.ts';
import { type MailOutside, queueMail } from './queue-mail.ts';
import { type MailTemplate, textsTo } from './template.ts';

/**
 * Warns the masters of a tenant by mail that most of a budget is used. Each master gets one such mail a day, even if the
 * warning is queued twice. Never throws, because messages about alerts matter more; after a failure, the day's next message
 * causes the warning.
 */
export async function warnMasters(
  { table, settings, logger, nameSources }: Pick<Runtime, 'table' | 'settings' | 'logger' | 'nameSources'>,
  { kind, tenantId, now }: Budget,
  outside?: MailOutside,
): Promise<void> {
  if (!isMailOn(settings)) return;
  const mark = { subject: `warned-${kind}#${tenantId}`, window: 'day', now } as const;
  const day = formatTimestamp(now).slice(0, '2026-11-20'.length);
  try {
    if ((await readCount(table, mark)) > 0) return;
    await queueMail(
      { settings },
      { template: 'budget_warning', tenant_id: tenantId, budget: kind, day },
      outside,
    );
    await countRequest(table, { ...mark, limit: 1, id: 'warned' });
  } catch (error) {
    logger.error('Masters not warned of a budget', { tenantId, kind, error: nameSources(error) });
  }
}

/** Makes the messages that warn each active master of a tenant. */
export async function messagesToMasters(table: Table, warning: BudgetWarning): Promise<OutgoingMessage[]> {
  const messages: OutgoingMessage[] = [];
  for await (const item of queryAll(table, tenantPartition(warning.tenant_id), USERS.prefix())) {
    const user = USERS.entityOf(item);
    if (isActiveMaster(user)) messages.push({ body: JSON.stringify({ ...warning, user_id: user.id }) });
  }
  return messages;
}

export const budgetWarning: MailTemplate = async ({ message, recipient, publicUrl }) => {
  if (message.template !== 'budget_warning' || !isActiveMaster(recipient.account.entity)) {
    return { refused: 'user_not_master' };
  }
  return textsTo(recipient).budgetWarning[message.budget](`${publicUrl}/console`);
};
