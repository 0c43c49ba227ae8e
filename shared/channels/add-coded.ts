import { ApiError } from '../errors.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { formatTimestamp } from '../time.ts';
import { type ChannelBook, getChannelBook, type StoredChannel } from './channel-book.ts';
import { storedCode } from './channel-code.ts';
import type { CodedAddress } from './check-channel-input.ts';
import { type Created, checkLimit, putChannel } from './create-channel.ts';

interface NewCode {
  /** The id of a new channel. */
  readonly id: string;
  readonly code: string;
  readonly now: Date;
}

/** Adds an address with a code, or gives an unverified address a new code and new tries. */
export function addCoded(
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
 * The channel of an address, if the user has added it before. Throws `channel_exists` if it is verified, and
 * `too_many_channels` if the address is new and the user has reached the limit.
 */
export function findUnverified(
  book: ChannelBook,
  { kind, address }: CodedAddress,
): StoredChannel | undefined {
  const found = book.channels.find((it) => it.kind === kind && it.address === address);
  if (!found) checkLimit(book);
  else if (found.verified_at !== null) throw new ApiError('channel_exists');
  return found;
}
