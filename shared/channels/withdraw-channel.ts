import { auditWrites } from '../table/audit-writes.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import type { AccountOwner } from '../users/account.ts';
import { AUDITED_CHANNELS, changeChannels, getChannelBook, recordedChannel } from './channel-book.ts';
import type { Created } from './create-channel.ts';

/**
 * Undoes a creation if the code was certainly not sent: removes the new channel, or gives an old one its old code back. Nothing
 * if the channel has changed since, by a later code or its deletion.
 */
export async function withdrawChannel(
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
