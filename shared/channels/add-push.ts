import { newId, type RandomBytes } from '../ids.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { formatTimestamp } from '../time.ts';
import type { AccountOwner } from '../users/account.ts';
import { getChannelBook, type StoredChannel } from './channel-book.ts';
import type { PushAddress } from './check-channel-input.ts';
import { checkLimit, putChannel } from './create-channel.ts';

/**
 * Adds the subscription of a browser, or gives a known one its new keys. It needs no code, because the browser itself
 * subscribed.
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
