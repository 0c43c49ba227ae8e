import type { AccountOwner } from '../accounts/account.ts';
import { readLanguage, USERS } from '../accounts/user.ts';
import { ApiError } from '../base/errors.ts';
import { newId, type RandomBytes } from '../base/ids.ts';
import type { Language } from '../base/language.ts';
import { formatTimestamp } from '../base/time.ts';
import type { BudgetContext } from '../limits/budget.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { type Decision, decideAndWrite } from '../table/decide-and-write.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { requireItem } from '../table/writes.ts';
import { textsIn } from '../texts/texts.ts';
import {
  AUDITED_CHANNELS,
  CHANNEL_LIMIT,
  type ChannelBook,
  changeChannels,
  findChannel,
  getChannelBook,
  recordedChannel,
  type StoredChannel,
} from './channel.ts';
import { admitChannelCode, isOpen, isRightCode, newChannelCode, storedCode } from './channel-limits.ts';
import type { CodedAddress, PushAddress } from './check-channel.ts';
import { inSms } from './sms-form.ts';

/** A channel that was added or replaced. */
interface Created {
  readonly channel: StoredChannel;
  /** The channel that it replaces; `undefined` for a new one. */
  readonly before: StoredChannel | undefined;
}

/** Throws `too_many_channels` if the user already has as many channels as allowed. */
function checkLimit({ stored }: Pick<ChannelBook, 'stored'>): void {
  if (stored.length >= CHANNEL_LIMIT) throw new ApiError('too_many_channels');
}

/**
 * Makes the writes that add a channel or replace the former one. They require that the user still exists, because a deleted
 * user must leave no channels.
 */
function putChannel(table: Table, book: ChannelBook, created: Created, writeId: string): Decision<Created> {
  const { owner, channels } = book;
  const { channel, before } = created;
  const after = before ? channels.map((it) => (it === before ? channel : it)) : [...channels, channel];
  const recorded = before && recordedChannel(before, owner);
  const deleted = new ApiError('unauthenticated', { reason: 'user_not_found' });
  const writes = [
    changeChannels(table, book, after, writeId),
    requireItem(table, USERS.key(owner.tenantId, owner.userId), deleted),
    ...auditWrites(table, AUDITED_CHANNELS, recorded, recordedChannel(channel, owner)),
  ];
  return { writes, result: created };
}

/** Sends a code to an address. The result is `unknown` if the code may have arrived. Never rejects. */
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
 * Adds an address and sends it a code. The code is stored before it is sent, so a code that arrives is always valid. Throws
 * `channel_not_reached` if the provider certainly did not send it: then the channel is unchanged, and the code counts towards
 * no limit.
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
  findUnverified(book, address); // fails before the code counts towards any limit
  const isOwn =
    address.kind === 'email' && user !== undefined && USERS.entityOf(user).email === address.address;
  const counted = await admitChannelCode(table, book.owner, { address, isOwn, now, perDay, onNearEnd });
  const channel = await sendCode(context, book, address, readLanguage(user)).catch(async (error) => {
    await counted.forgive();
    throw error;
  });
  return { channel, isKnown: false };
}

/** Stores and sends a code. Rejects only if the code was certainly not sent. */
async function sendCode(
  { table, randomBytes, now, post }: CodeContext,
  book: ChannelBook,
  address: CodedAddress,
  language: Language | undefined,
): Promise<StoredChannel> {
  const code = newChannelCode(randomBytes);
  const created = await addCoded(table, book, address, { id: newId(now, randomBytes), code, now });
  const text = textsIn(language).code[address.kind](code);
  const outcome = await post(address, address.kind === 'sms' ? inSms(text) : text);
  if (outcome === 'refused') {
    await withdrawChannel(table, book.owner, created);
    throw new ApiError('channel_not_reached');
  }
  return created.channel;
}

interface NewCode {
  /** The id for the channel if it is new. */
  readonly id: string;
  readonly code: string;
  readonly now: Date;
}

/** Adds an address with a code. An address that is already there, but unverified, gets a new code and new tries. */
function addCoded(
  table: Table,
  book: ChannelBook,
  address: CodedAddress,
  { id, code, now }: NewCode,
): Promise<Created> {
  const reload = () => getChannelBook(table, book.owner);
  return decideAndWrite(table, book, reload, (current, writeId) => {
    const before = findUnverified(current, address);
    const channel = before
      ? { ...before, code: storedCode(before.id, code, now) }
      : {
          id,
          ...address,
          verified_at: null,
          created_at: formatTimestamp(now),
          code: storedCode(id, code, now),
        };
    return putChannel(table, current, { channel, before }, writeId);
  });
}

/**
 * Finds the channel of an address, if the user has added it before. Throws `channel_exists` if that channel is verified, and
 * `too_many_channels` if the address is new and the user has reached the limit.
 */
function findUnverified(book: ChannelBook, { kind, address }: CodedAddress): StoredChannel | undefined {
  const found = book.channels.find((it) => it.kind === kind && it.address === address);
  if (!found) checkLimit(book);
  else if (found.verified_at !== null) throw new ApiError('channel_exists');
  return found;
}

/**
 * Adds the push subscription of a browser, or stores the new keys of a known one. It needs no code, because the browser
 * itself subscribed.
 */
export async function addPush(
  {
    table,
    randomBytes,
    now,
  }: { readonly table: Table; readonly randomBytes: RandomBytes; readonly now: Date },
  { tenantId, userId }: AccountOwner,
  address: PushAddress,
): Promise<{ channel: StoredChannel; isKnown: boolean }> {
  const { subscription } = address;
  const [id, at] = [newId(now, randomBytes), formatTimestamp(now)];
  const reload = () => getChannelBook(table, { tenantId, userId });
  const { channel, before } = await decideAndWrite(table, await reload(), reload, (current, writeId) => {
    const before = current.channels.find((it) => it.subscription?.endpoint === subscription.endpoint);
    if (!before) checkLimit(current);
    const channel = before
      ? { ...before, subscription: { ...before.subscription, ...subscription } }
      : { id, ...address, verified_at: at, created_at: at };
    return putChannel(table, current, { channel, before }, writeId);
  });
  return { channel, isKnown: before !== undefined };
}

/**
 * Undoes `addCoded` if the code was certainly not sent: removes the new channel, or restores the old channel with its old
 * code. Does nothing if the channel got a later code or was deleted meanwhile.
 */
async function withdrawChannel(
  table: Table,
  owner: AccountOwner,
  { channel, before }: Created,
): Promise<void> {
  const reload = () => getChannelBook(table, owner);
  await decideAndWrite(table, await reload(), reload, (current, writeId) => {
    const found = current.channels.find(({ code }) => code?.hash === channel.code?.hash);
    if (!found) return { writes: [], result: undefined };
    const after = before
      ? current.channels.map((it) => (it === found ? before : it))
      : current.channels.filter((it) => it !== found);
    const writes = [
      changeChannels(table, current, after, writeId),
      ...(before ? [] : auditWrites(table, AUDITED_CHANNELS, recordedChannel(found, owner), undefined)),
    ];
    return { writes, result: undefined };
  });
}

/**
 * Verifies a channel by its code. A wrong code is counted in the channel's item before it is refused, so that every guess
 * counts, even if guesses are sent in parallel.
 */
export async function verifyChannel(
  table: Table,
  owner: AccountOwner,
  { id, code: given, now }: { readonly id: string; readonly code: string; readonly now: Date },
): Promise<StoredChannel> {
  const reload = () => getChannelBook(table, owner);
  const verified = await decideAndWrite(table, await reload(), reload, (current, writeId) => {
    const channel = findChannel(current, id);
    const { code, ...others } = channel;
    if (channel.verified_at !== null) throw new ApiError('channel_verified');
    if (!code || !isOpen(code, now)) throw new ApiError('channel_code_not_valid');
    const result = isRightCode(code, id, given)
      ? { ...others, verified_at: formatTimestamp(now) }
      : undefined;
    const changed = result ?? { ...channel, code: { ...code, tries: code.tries + 1 } };
    const after = current.channels.map((it) => (it === channel ? changed : it));
    const recorded = recordedChannel(channel, owner);
    const writes = [
      changeChannels(table, current, after, writeId),
      ...(result ? auditWrites(table, AUDITED_CHANNELS, recorded, recorded, { action: 'verified' }) : []),
    ];
    return { writes, result };
  });
  if (!verified) throw new ApiError('channel_code_not_valid');
  return verified;
}

export async function deleteChannel(table: Table, owner: AccountOwner, id: string): Promise<void> {
  const reload = () => getChannelBook(table, owner);
  await decideAndWrite(table, await reload(), reload, (current, writeId) => {
    const channel = findChannel(current, id);
    const others = current.channels.filter((it) => it !== channel);
    const writes = [
      changeChannels(table, current, others, writeId),
      ...auditWrites(table, AUDITED_CHANNELS, recordedChannel(channel, owner), undefined),
    ];
    return { writes, result: undefined };
  });
}
