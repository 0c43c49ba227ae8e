import type { StoredChannel } from './channel-book.ts';
import { CHANNEL_KINDS, type ChannelKind } from './channel-kind.ts';

/** The kinds by which a person is reached, in the order of the contract. */
export const verifiedKinds = (channels: readonly StoredChannel[]): ChannelKind[] =>
  CHANNEL_KINDS.filter((kind) => channels.some((it) => it.kind === kind && it.verified_at !== null));
