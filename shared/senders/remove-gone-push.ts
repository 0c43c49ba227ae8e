import { changeChannels, getChannelBook } from '../channels/channel-book.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import type { AccountOwner } from '../users/account.ts';
import type { Destination, Send, SendResult } from './sender.ts';

interface WatchedPush {
  readonly send: Send;
  /** Removes the channel if what was sent showed that its subscription has ended. Never rejects. */
  removeGone(table: Table, owner: AccountOwner, channelId: string): Promise<void>;
}

/** Watches what is sent to one channel, because a browser that is no longer subscribed does not come back. */
export function watchPush(send: Send): WatchedPush {
  let gone: Pick<Destination, 'subscription'> | undefined;
  return {
    send: async (destination, message, context) => {
      const result = await send(destination, message, context);
      if (isGone(result)) gone = destination;
      return result;
    },
    removeGone: async (table, owner, channelId) => {
      // If it fails, the next push removes the channel.
      if (gone) await removePush(table, owner, channelId, gone).catch(() => {});
    },
  };
}

const isGone = (result: SendResult) => result.outcome === 'refused' && result.reason === 'subscription_gone';

/** Removes the channel, unless the browser has subscribed again meanwhile. */
async function removePush(
  table: Table,
  owner: AccountOwner,
  id: string,
  { subscription }: Pick<Destination, 'subscription'>,
): Promise<void> {
  const reload = () => getChannelBook(table, owner);
  await decideAndWrite(table, await reload(), reload, (current, writeId) => {
    const others = current.channels.filter(
      (it) => it.id !== id || it.subscription?.endpoint !== subscription?.endpoint,
    );
    const isThere = others.length < current.channels.length;
    return {
      writes: isThere ? [changeChannels(table, current, others, writeId)] : [],
      result: undefined,
    };
  });
}
