import type { AccountOwner } from '../accounts/account.ts';
import { readLanguage, USERS } from '../accounts/user.ts';
import { ApiError } from '../base/errors.ts';
import type { Language } from '../base/language.ts';
import type { Settings } from '../lambda/settings.ts';
import type { BudgetContext } from '../limits/budget.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { commit } from '../table/commit.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { textsIn } from '../texts/texts.ts';
import { AUDITED_CHANNELS, findChannel, getChannelBook, recordedChannel } from './channel.ts';
import type { ChannelTest } from './channel-contract.ts';
import type { ChannelKind } from './channel-kind.ts';
import { admitChannelTest } from './channel-limits.ts';
import { watchPush } from './send-push.ts';
import type { OutgoingText, Send } from './sender.ts';
import { channelsOff } from './sender-settings.ts';
import { inSms } from './sms-form.ts';

interface TestContext extends BudgetContext {
  readonly table: Table;
  readonly settings: Pick<Settings, 'mailFrom' | 'smsFrom' | 'smsCountries'>;
  readonly send: Send;
  /** The page of the console that the message links to. */
  readonly link: string;
}

/**
 * Sends a test message to a verified channel of the user, once and immediately, and records it in the audit log. If the
 * browser of a push channel is no longer subscribed, it removes the channel.
 */
export async function testChannel(
  { table, settings, send, link, ...budgets }: TestContext,
  { tenantId, userId }: AccountOwner,
  id: string,
): Promise<ChannelTest> {
  const [book, user] = await Promise.all([
    getChannelBook(table, { tenantId, userId }),
    getItem(table, USERS.key(tenantId, userId)),
  ]);
  const channel = findChannel(book, id);
  if (channel.verified_at === null) throw new ApiError('channel_not_verified');
  const { kind, address, subscription } = channel;
  if (channelsOff(settings).includes(kind)) return failed('channel_off');
  const counted = await admitChannelTest(table, { tenantId, userId }, { kind, ...budgets });
  if (typeof counted === 'string') return failed(counted);
  const recorded = recordedChannel(channel, { tenantId, userId });
  await commit(table, auditWrites(table, AUDITED_CHANNELS, recorded, recorded, { action: 'tested' }));
  const text = testText(kind, link, readLanguage(user));
  const push = watchPush(send);
  const result = await push.send({ kind, address, subscription }, text);
  if (result.outcome === 'refused') await counted.forgive();
  await push.removeGone(table, { tenantId, userId }, id);
  return result.outcome === 'sent' ? { status: 'sent', reason: null } : failed(result.reason);
}

function testText(kind: ChannelKind, link: string, language: Language | undefined): OutgoingText {
  const { subject, email, push } = textsIn(language).channelTest;
  const texts = { email: `${email}\n\n${link}\n`, sms: `${subject}\n${link}`, push };
  const message = { subject, text: texts[kind], link, tag: 'test' };
  return kind === 'sms' ? inSms(message) : message;
}

const failed = (reason: string): ChannelTest => ({ status: 'failed', reason });
