import { ApiError } from '../errors.ts';
import { newId, type RandomBytes } from '../ids.ts';
import type { BudgetContext } from '../rate-limits/budget.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import type { AccountOwner } from '../users/account.ts';
import { USERS } from '../users/user.ts';
import { addCoded, findUnverified } from './add-coded.ts';
import { type ChannelBook, getChannelBook, type StoredChannel } from './channel-book.ts';
import { newChannelCode } from './channel-code.ts';
import { admitChannelCode } from './channel-limits.ts';
import type { CodedAddress } from './check-channel-input.ts';
import { CHANNEL_TEXTS } from './texts.ts';
import { withdrawChannel } from './withdraw-channel.ts';

/** Sends a code to an address. `unknown`: it may have arrived. Never rejects. */
export type PostCode = (
  address: CodedAddress,
  text: { readonly subject: string; readonly text: string },
) => Promise<'sent' | 'refused' | 'unknown'>;

interface CodeContext extends BudgetContext {
  readonly table: Table;
  readonly randomBytes: RandomBytes;
  readonly post: PostCode;
}

/**
 * Adds an address and sends it a code. The code is stored first, so a code that arrives is always valid. Throws
 * `channel_not_reached` if the provider certainly did not send it: the channel is then unchanged, and nothing was counted.
 */
export async function addAndSendCode(
  context: CodeContext,
  { tenantId, userId }: AccountOwner,
  address: CodedAddress,
): Promise<{ channel: StoredChannel; isKnown: false }> {
  const { table, now, perDay, onNearEnd } = context;
  const [book, user] = await Promise.all([
    getChannelBook(table, { tenantId, userId }),
    getItem(table, USERS.key(tenantId, userId)),
  ]);
  findUnverified(book, address); // before the code counts towards any limit
  const isOwn =
    address.kind === 'email' && user !== undefined && USERS.entityOf(user).email === address.address;
  const counted = await admitChannelCode(table, book.owner, { address, isOwn, now, perDay, onNearEnd });
  const channel = await sendCode(context, book, address).catch(async (error) => {
    await counted.forgive();
    throw error;
  });
  return { channel, isKnown: false };
}

/** Rejects only if the code was certainly not sent. */
async function sendCode(
  { table, randomBytes, now, post }: CodeContext,
  book: ChannelBook,
  address: CodedAddress,
): Promise<StoredChannel> {
  const code = newChannelCode(randomBytes);
  const created = await addCoded(table, book, address, { id: newId(now, randomBytes), code, now });
  const outcome = await post(address, CHANNEL_TEXTS.code[address.kind](code));
  if (outcome === 'refused') {
    await withdrawChannel(table, book.owner, created);
    throw new ApiError('channel_not_reached');
  }
  return created.channel;
}
