import * as z from 'zod/mini';
import { readAssignedSites } from '../accounts/assignments.ts';
import { findUsers, type UserFilters } from '../accounts/change-users.ts';
import { mayBeInvited, readOpenLink } from '../accounts/mailed-link.ts';
import { readFactor } from '../accounts/second-factor.ts';
import { EXAMPLE_USER, roleField, USERS, type User, userSchema, userStatusField } from '../accounts/user.ts';
import { isOperational, type Scope } from '../base/access.ts';
import { idField, timestampField } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';
import { toEpochSeconds } from '../base/time.ts';
import { assignmentKey, channelsKey, linkKey, placesKey } from '../table/keys.ts';
import { pageOf } from '../table/list-contract.ts';
import { EMPTY_PAGE, isBeyond, type Page, type PageRequest } from '../table/list-page.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { CHANNEL_LIMIT, readChannels } from './channel.ts';
import { channelKindField } from './channel-kind.ts';

const INVITATIONS = ['none', 'open', 'expired'] as const;

const personSchema = withMeta(
  z.extend(userSchema, {
    second_factor: withMeta(z.boolean(), {
      description: 'Whether signing in with the password takes a code.',
    }),
    password_login_ends_at: withMeta(z.nullable(timestampField), {
      description: 'When the password stops counting, or stopped, if it was given a time.',
    }),
    channels: withMeta(z.array(z.object({ kind: channelKindField, verified: z.boolean() })), {
      description: `How Guard reaches the person, at most ${CHANNEL_LIMIT}, oldest first. Addresses are not shown.`,
    }),
    invitation: withMeta(z.enum(INVITATIONS), {
      id: 'InvitationState',
      description:
        '`open`: the person may set a password by the link of a mail. `expired`: the person has no password, and no such link. `none`: the person needs no invitation.',
    }),
    invitation_expires_at: withMeta(z.nullable(timestampField), {
      description: 'Until when an open invitation is valid.',
    }),
    site_count: withMeta(z.nullable(z.int()), {
      description: 'The number of assigned sites. Null for roles that see the whole tenant.',
    }),
    at_desk: withMeta(z.boolean(), {
      description: 'Whether the person has a connection open for live changes, such as a console.',
    }),
  }),
  {
    id: 'PersonAccess',
    description: 'A user, how the user signs in, and how Guard reaches the user.',
    examples: [
      {
        ...EXAMPLE_USER,
        second_factor: true,
        password_login_ends_at: null,
        channels: [{ kind: 'sms', verified: true }],
        invitation: 'none',
        invitation_expires_at: null,
        site_count: 3,
        at_desk: true,
      },
    ],
  },
);

/** The query parameters that filter the list of people. */
export const personFilterFields = {
  role: z.optional(roleField),
  status: z.optional(userStatusField),
  user_id: withMeta(z.optional(idField), { description: 'Only this user.' }),
};

export const personPageSchema = pageOf(personSchema, 'PersonAccessPage');

type Person = z.infer<typeof personSchema>;

interface PeopleFilters extends UserFilters {
  readonly user_id?: string | undefined;
}

interface Reading {
  /** The tenant of the user that a filter names. */
  readonly tenantId: string;
  readonly now: Date;
}

/**
 * Reads a page of users like `findUsers`, and of each what decides how they sign in and are reached. After the list this takes
 * one more round trip: five items a user.
 */
export async function listPeople(
  table: Table,
  scope: Scope,
  { user_id: id, ...filters }: PeopleFilters,
  page: PageRequest,
  { tenantId, now }: Reading,
): Promise<Page<Person>> {
  const { items, ...cursors }: Page<Pick<User, 'id' | 'tenant_id'>> =
    id === undefined
      ? await findUsers(table, scope, filters, page)
      : { ...EMPTY_PAGE, items: isBeyond(id, page.position) ? [{ id, tenant_id: tenantId }] : [] };
  const { role, status } = filters;
  const found = await batchGet(table, items.flatMap(keysOf));
  const people = items.flatMap(
    (_, place) => personOf(found.slice(place * READ, (place + 1) * READ), now) ?? [],
  );
  // A filter may have listed what has changed since, and a named user may not match the others.
  const matches = (it: Person) => it.role === (role ?? it.role) && it.status === (status ?? it.status);
  return { ...cursors, items: people.filter(matches) };
}

const keysOf = ({ tenant_id: tenantId, id }: Pick<User, 'id' | 'tenant_id'>) => [
  USERS.key(tenantId, id),
  channelsKey(tenantId, id),
  assignmentKey(tenantId, id),
  linkKey(tenantId, id, 'invitation'),
  placesKey(tenantId, id),
];

/** How many items of a user are read. */
const READ = 5;

type Item = Readonly<Record<string, unknown>> | undefined;

/** `undefined` if the user was deleted after the list was read. */
function personOf(
  [user, channels, assignment, link, places]: readonly Item[],
  now: Date,
): Person | undefined {
  if (!user) return undefined;
  const account = USERS.read(user);
  const { entity } = account;
  const openUntil = readOpenLink(link, account, now)?.expires_at ?? null;
  const isWithoutPassword = mayBeInvited(account, now);
  return {
    ...entity,
    second_factor: readFactor(account) !== undefined,
    password_login_ends_at: account.passwordLoginEndsAt,
    channels: readChannels(channels).map(({ kind, verified_at }) => ({
      kind,
      verified: verified_at !== null,
    })),
    invitation: isWithoutPassword ? (openUntil ? 'open' : 'expired') : 'none',
    invitation_expires_at: isWithoutPassword ? openUntil : null,
    site_count: isOperational(entity.role) ? readAssignedSites(assignment).length : null,
    at_desk: hasPlace(places, now),
  };
}

/** Whether a connection of the user is open. DynamoDB deletes the item of the last one late. */
const hasPlace = (item: Item, now: Date) =>
  item?.['places'] instanceof Set && item['places'].size > 0 && Number(item['ttl']) > toEpochSeconds(now);
