import { isWithinScope } from '../access.ts';
import { readChannels, type StoredChannel } from '../channels/channel-book.ts';
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
export function reasonAgainst(
  { user, assignment }: Person,
  siteId: string,
): 'user_not_active' | 'outside_scope' | undefined {
  if (user?.status !== 'active') return 'user_not_active';
  const { tenant_id: tenantId, id: userId, role } = user;
  const scope = scopeOfUser({ tenantId, userId, role }, assignment);
  return isWithinScope(scope, { tenant_id: tenantId, site_id: siteId }) ? undefined : 'outside_scope';
}
