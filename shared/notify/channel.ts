import * as z from 'zod/mini';
import type { AccountOwner } from '../accounts/account.ts';
import { ApiError } from '../base/errors.ts';
import { idField, timestampField } from '../base/fields.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { channelsKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import type { Channel } from './channel-contract.ts';
import { CHANNEL_KINDS, type ChannelKind, channelKindField } from './channel-kind.ts';

/** All channels of a user are in one item, so that changes of them happen one after the other and the limit is exact. */

/** The stored form, which may have fields of another release. */
const storedChannelSchema = z.looseObject({
  id: idField,
  kind: channelKindField,
  address: z.string(),
  subscription: z.optional(
    z.looseObject({ endpoint: z.string(), keys: z.looseObject({ p256dh: z.string(), auth: z.string() }) }),
  ),
  verified_at: z.nullable(timestampField),
  created_at: timestampField,
  /** The newest code of a channel that is not verified yet. */
  code: z.optional(z.looseObject({ hash: z.string(), expires_at: timestampField, tries: z.int() })),
});

export type StoredChannel = z.infer<typeof storedChannelSchema>;

export const CHANNEL_LIMIT = 10;

const CHANNELS = 'channels';

const itemSchema = z.object({ [CHANNELS]: z.array(z.unknown()) });

type Item = Readonly<Record<string, unknown>> | undefined;

const readAllStored = (item: Item): readonly unknown[] => (item ? itemSchema.parse(item)[CHANNELS] : []);

const readChannel = (stored: unknown): StoredChannel | undefined =>
  storedChannelSchema.safeParse(stored).data;

/**
 * Reads the channels in an item, oldest first; none without an item. Skips channels that this release cannot read, such as
 * one of a kind that only a newer release knows.
 */
export function readChannels(item: Item): StoredChannel[] {
  return readAllStored(item).flatMap((it) => readChannel(it) ?? []);
}

/** The channels of a user, with the version on which a change of them is based. */
export interface ChannelBook {
  readonly owner: AccountOwner;
  readonly channels: readonly StoredChannel[];
  /** All channels, including those that this release cannot read. */
  readonly stored: readonly unknown[];
  readonly version: Version;
}

/** Reads the channels of a user, strongly consistent. */
export async function getChannelBook(table: Table, owner: AccountOwner): Promise<ChannelBook> {
  const item = await getItem(table, channelsKey(owner.tenantId, owner.userId));
  return { owner, channels: readChannels(item), stored: readAllStored(item), version: readVersion(item) };
}

/** Makes the write that replaces the channels of a user. Channels that this release cannot read stay as they are. */
export function changeChannels(
  table: Table,
  { owner, stored, version }: ChannelBook,
  after: readonly StoredChannel[],
  writeId: string,
): GuardedWrite {
  const key = channelsKey(owner.tenantId, owner.userId);
  return changeItem(
    table,
    { ...key, [CHANNELS]: stored },
    { ...key, [CHANNELS]: withUnreadable(stored, after) },
    { version, writeId },
  );
}

/** The channels after a change, each at its former position, and new ones at the end. */
function withUnreadable(stored: readonly unknown[], after: readonly StoredChannel[]): unknown[] {
  const known = new Set<string>();
  const kept = stored.flatMap((it): readonly unknown[] => {
    const before = readChannel(it);
    if (!before) return [it];
    known.add(before.id);
    return after.filter(({ id }) => id === before.id);
  });
  return [...kept, ...after.filter(({ id }) => !known.has(id))];
}

/**
 * Shows a channel to the person who owns it. The fields are in the order of its schema, because an ETag depends on that
 * order.
 */
export function shownChannel({ id, kind, address, verified_at, created_at }: StoredChannel): Channel {
  return { id, kind, address, verified_at, created_at };
}

/** The name of channels in the audit log. Its events show whether a channel is SMS, e-mail or push, but never its address. */
export const AUDITED_CHANNELS: { readonly name: string } = { name: 'CHANNEL' };

export function recordedChannel({ id, kind }: StoredChannel, { tenantId }: AccountOwner) {
  return { id, tenant_id: tenantId, name: kind };
}

/** Throws `not_found` if the user has no such channel. */
export function findChannel({ channels }: Pick<ChannelBook, 'channels'>, id: string): StoredChannel {
  const channel = channels.find((it) => it.id === id);
  if (!channel) throw new ApiError('not_found');
  return channel;
}

/** The kinds of a person's verified channels, in the order of the contract. */
export const verifiedKinds = (channels: readonly StoredChannel[]): ChannelKind[] =>
  CHANNEL_KINDS.filter((kind) => channels.some((it) => it.kind === kind && it.verified_at !== null));
