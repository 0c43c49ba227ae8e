import { ApiError } from '../errors.ts';
import type { ChannelBook, StoredChannel } from './channel-book.ts';

/** Throws `not_found` if the user has no such channel. */
export function findChannel({ channels }: Pick<ChannelBook, 'channels'>, id: string): StoredChannel {
  const channel = channels.find((it) => it.id === id);
  if (!channel) throw new ApiError('not_found');
  return channel;
}
