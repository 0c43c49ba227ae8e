import { AUDITED_CHANNELS, getChannelBook, recordedChannel } from '../channels/channel-book.ts';
import type { ChannelTest } from '../channels/channel-contract.ts';
import { admitChannelTest } from '../channels/channel-limits.ts';
import { findChannel } from '../channels/find-channel.ts';
import { CHANNEL_TEXTS } from '../channels/texts.ts';
import { ApiError } from '../errors.ts';
import type { Settings } from '../lambda/settings.ts';
import type { BudgetContext } from '../rate-limits/budget.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { commit } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import type { AccountOwner } from '../users/account.ts';
import { channelsOff } from './channels-off.ts';
import { watchPush } from './remove-gone-push.ts';
import type { Send } from './sender.ts';

interface TestContext extends BudgetContext {
  readonly table: Table;
  readonly settings: Pick<Settings, 'mailFrom' | 'smsFrom' | 'smsCountries'>;
  readonly send: Send;
  /** The page of the console that the message links to. */
  readonly link: string;
}

/**
 * Sends a message to a verified channel of the user, once and immediately; the audit log says so. Removes the channel of a browser
 * that is no longer subscribed.
 */
export async function testChannel(
  { table, settings, send, link, ...budgets }: TestContext,
  { tenantId, userId }: AccountOwner,
  id: string,
): Promise<ChannelTest> {
  const channel = findChannel(await getChannelBook(table, { tenantId, userId }), id);
  if (channel.verified_at === null) throw new ApiError('channel_not_verified');
  const { kind, address, subscription } = channel;
  if (channelsOff(settings).includes(kind)) return failed('channel_off');
  const counted = await admitChannelTest(table, { tenantId, userId }, { kind, ...budgets });
  if (typeof counted === 'string') return failed(counted);
  const recorded = recordedChannel(channel, { tenantId, userId });
  await commit(table, auditWrites(table, AUDITED_CHANNELS, recorded, recorded, { action: 'tested' }));
  const text = { ...CHANNEL_TEXTS.test[kind](link), link, tag: 'test' };
  const push = watchPush(send);
  const result = await push.send({ kind, address, subscription }, text);
  if (result.outcome === 'refused') await counted.forgive();
  await push.removeGone(table, { tenantId, userId }, id);
  return result.outcome === 'sent' ? { status: 'sent', reason: null } : failed(result.reason);
}

const failed = (reason: string): ChannelTest => ({ status: 'failed', reason });
