import { ApiError } from '../errors.ts';
import { auditWrites } from '../table/audit-writes.ts';
import type { Decision } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { requireItem } from '../table/writes.ts';
import { USERS } from '../users/user.ts';
import {
  AUDITED_CHANNELS,
  CHANNEL_LIMIT,
  type ChannelBook,
  changeChannels,
  recordedChannel,
  type StoredChannel,
} from './channel-book.ts';

/** The result of a creation. */
export interface Created {
  readonly channel: StoredChannel;
  /** The channel before, if it was known. */
  readonly before: StoredChannel | undefined;
}

/** Throws `too_many_channels` if no further one may be added. */
export function checkLimit({ stored }: Pick<ChannelBook, 'stored'>): void {
  if (stored.length >= CHANNEL_LIMIT) throw new ApiError('too_many_channels');
}

/** The writes that add a channel, or replace the one before. The user must still exist: a deleted one leaves no channels. */
export function putChannel(
  table: Table,
  book: ChannelBook,
  created: Created,
  writeId: string,
): Decision<Created> {
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
