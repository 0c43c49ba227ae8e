import { auditWrites } from '../table/audit-writes.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import type { AccountOwner } from '../users/account.ts';
import { AUDITED_CHANNELS, changeChannels, getChannelBook, recordedChannel } from './channel-book.ts';
import { findChannel } from './find-channel.ts';

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
