import { isWithinScope } from '../access.ts';
import { readChannels, type StoredChannel } from '../channels/channel-book.ts';
import type { ChannelKind } from '../channels/channel-kind.ts';
import { assignmentKey, channelsKey, type ItemKey } from '../table/keys.ts';
import { readAssignedSites } from '../users/assignment.ts';
import { scopeOfUser } from '../users/scope-of-user.ts';
import { USERS, type User } from '../users/user.ts';
import { type OnUnreadable, readable } from '../webhooks/readable.ts';

type Item = Readonly<Record<string, unknown>> | undefined;

/** The facts that decide whether and how a person is notified. */
export interface Person {
  /** `undefined` for a deleted user. */
  readonly user: User | undefined;
  readonly assignment: Item;
  /** The verified channels. */
  readonly channels: readonly StoredChannel[];
}

/** The keys of the items of a user of a tenant, in the order in which `personOf` takes the items. */
export function keysOfPerson(tenantId: string, userId: string): [ItemKey, ItemKey, ItemKey] {
  return [USERS.key(tenantId, userId), assignmentKey(tenantId, userId), channelsKey(tenantId, userId)];
}

export function personOf([user, assignment, channels]: readonly Item[]): Person {
  return {
    user: user && USERS.entityOf(user),
    assignment,
    channels: readChannels(channels).filter(({ verified_at }) => verified_at !== null),
  };
}

const NOT_READABLE: Person = { user: undefined, assignment: undefined, channels: [] };

/** Like `personOf`; a person whom this release cannot read gets nothing, as if deleted, and delays nobody else. */
export function readPerson(items: readonly Item[], key: ItemKey, onUnreadable: OnUnreadable): Person {
  const read = () => {
    const person = personOf(items);
    readAssignedSites(person.assignment);
    return person;
  };
  return readable(key, read, onUnreadable) ?? NOT_READABLE;
}

/** Why a person must not be notified about a site; `undefined` if they may be. */
export const reasonAgainst = (person: Person, siteId: string) => reasonsAgainst(person)(siteId);

/** The same for many sites. */
export function reasonsAgainst({
  user,
  assignment,
}: Person): (siteId: string) => 'user_not_active' | 'outside_scope' | undefined {
  if (user?.status !== 'active') return () => 'user_not_active';
  const { tenant_id: tenantId, id: userId, role } = user;
  const scope = scopeOfUser({ tenantId, userId, role }, assignment);
  return (siteId) =>
    isWithinScope(scope, { tenant_id: tenantId, site_id: siteId }) ? undefined : 'outside_scope';
}

/** Why nothing is sent to a channel of a person; `undefined` if something may be. `off` are the kinds that the stage lacks. */
export function reasonAgainstChannel(
  channel: StoredChannel | undefined,
  off: readonly ChannelKind[],
): 'no_channel' | 'channel_off' | undefined {
  if (!channel) return 'no_channel';
  return off.includes(channel.kind) ? 'channel_off' : undefined;
}

/** A channel by which a person is notified, or would be but for the reason. Without a channel it is about the person. */
export interface Way {
  readonly channel: StoredChannel | undefined;
  readonly reason: string | undefined;
}

/** How a person is notified about a site by channels of these kinds: what is sent, and what is shown before. */
export function waysTo(
  person: Person,
  siteId: string,
  kinds: ReadonlySet<ChannelKind>,
  off: readonly ChannelKind[],
): readonly Way[] {
  const reason = reasonAgainst(person, siteId);
  const channels = reason ? [] : person.channels.filter(({ kind }) => kinds.has(kind));
  if (channels.length === 0) return [{ channel: undefined, reason: reason ?? 'no_channel' }];
  return channels.map((channel) => ({ channel, reason: reasonAgainstChannel(channel, off) }));
}
