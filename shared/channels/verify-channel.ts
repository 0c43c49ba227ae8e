import { ApiError } from '../errors.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { formatTimestamp } from '../time.ts';
import type { AccountOwner } from '../users/account.ts';
import {
  AUDITED_CHANNELS,
  changeChannels,
  getChannelBook,
  recordedChannel,
  type StoredChannel,
} from './channel-book.ts';
import { isOpen, isRightCode } from './channel-code.ts';
import { findChannel } from './find-channel.ts';

/**
 * Verifies a channel by its code. A wrong code is counted in the item before it is refused: parallel guesses follow each other,
 * so that each one counts.
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
