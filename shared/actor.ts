import * as z from 'zod/mini';
import type { Role } from './access.ts';
import { EXAMPLE_IDS } from './example-ids.ts';
import { idField } from './fields.ts';
import { withMeta } from './with-meta.ts';

/** Who makes a change, as far as it decides what they may change. */
export interface Actor {
  /** `undefined` where it is no user. */
  readonly userId: string | undefined;
  readonly tenantId: string | undefined;
  readonly role: Role;
}

/** The user behind a valid token, as the authorizer hands it to the endpoints. */
export interface AuthenticatedUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly role: Role;
  readonly name: string;
  readonly tokenId: number;
  readonly sessionVersion: number;
}

/** The key that a machine came with, as the authorizer hands it to the endpoints that take keys. */
export interface AuthenticatedKey {
  readonly keyId: string;
  /** What people call it. */
  readonly name: string;
  readonly tenantId: string;
  /** The site that it is bound to; of a key that is bound to a device, the one where that device is now. */
  readonly siteId: string | undefined;
  /** The device that it is bound to. */
  readonly deviceId: string | undefined;
}

/** Who calls: a user, or a machine with a key. */
export type Caller = AuthenticatedUser | AuthenticatedKey;

export function isKey(caller: Caller): caller is AuthenticatedKey {
  return 'keyId' in caller;
}

/** Whoever holds the table itself, at the command line: may do what a platform admin may, and is no user. */
export const TABLE_OWNER: Actor = { userId: undefined, tenantId: undefined, role: 'platform_admin' };

/** Who did something, as it is kept: their name is the one that they had then. */
export const recordedActorSchema = withMeta(
  z.object({
    kind: z.enum(['user', 'key', 'system']),
    id: withMeta(z.nullable(idField), { description: 'Of the user or the key; null for Guard itself.' }),
    name: z.string(),
  }),
  {
    id: 'Actor',
    description: 'Who did something: a user, a device or system with its key, or Guard itself.',
    examples: [{ kind: 'user', id: EXAMPLE_IDS.user, name: 'Olga Operator' }],
  },
);

export type RecordedActor = z.infer<typeof recordedActorSchema>;

/** Guard itself, where nobody asked for what it does. */
export const GUARD_ITSELF: RecordedActor = { kind: 'system', id: null, name: 'Guard' };

/** A user as history keeps them. */
export function recordUser({ userId, name }: Pick<AuthenticatedUser, 'userId' | 'name'>): RecordedActor {
  return { kind: 'user', id: userId, name };
}

/** Whoever calls, as history keeps them. */
export function recordCaller(caller: Caller): RecordedActor {
  return isKey(caller) ? { kind: 'key', id: caller.keyId, name: caller.name } : recordUser(caller);
}
