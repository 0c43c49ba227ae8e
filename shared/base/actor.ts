import * as z from 'zod/mini';
import type { Role } from './access.ts';
import { idField, nameField } from './fields.ts';
import { EXAMPLE_IDS } from './ids.ts';
import { withMeta } from './schema.ts';

/** What decides which changes a caller may make. */
export interface Actor {
  /** `undefined` if the actor is not a user. */
  readonly userId: string | undefined;
  readonly tenantId: string | undefined;
  readonly role: Role;
}

/** What the request limit of a tenant depends on. A copy of the tenant's status lacks the number of children. */
export interface TenantSize {
  /** How many children the tenant has. They include its users and API keys. */
  readonly tenantChildren?: number | undefined;
  /** The limit that a platform admin has set for the tenant. */
  readonly tenantRequestsPerMinute?: number | undefined;
}

/** The user of a valid token, as the authorizer passes it to the endpoints. */
export interface AuthenticatedUser extends TenantSize {
  readonly userId: string;
  readonly tenantId: string;
  readonly role: Role;
  readonly name: string;
  readonly tokenId: number;
  readonly sessionVersion: number;
  /** How the session began, as JSON (accounts/authentication.ts); `undefined` if it began with only a password. */
  readonly authentication?: string | undefined;
  /** Whether the tenant requires a second factor that this session lacks. */
  readonly lacksSecondFactor?: boolean;
}

/** What an API key may do: report events, read what screens show, or only what a screen on a wall shows. */
export const KEY_ACCESS = ['report', 'read', 'wall'] as const;

export type KeyAccess = (typeof KEY_ACCESS)[number];

/** The API key of a request, as the authorizer passes it to the endpoints that take keys. */
export interface AuthenticatedKey extends TenantSize {
  readonly keyId: string;
  readonly access: KeyAccess;
  readonly name: string;
  readonly tenantId: string;
  /** The site to which the key is bound. For a device-bound key, it is the current site of the device. */
  readonly siteId: string | undefined;
  /** The device to which the key is bound. */
  readonly deviceId: string | undefined;
  /** Whether this device has a `runaway_after`. */
  readonly mayRunAway?: boolean;
}

export type Caller = AuthenticatedUser | AuthenticatedKey;

export function isKey(caller: Caller): caller is AuthenticatedKey {
  return 'keyId' in caller;
}

/** The id of the calling user or API key. */
export function callerId(caller: Caller): string {
  return isKey(caller) ? caller.keyId : caller.userId;
}

/** The administrator at the command line. It has the permissions of a platform admin, but is not a user. */
export const TABLE_OWNER: Actor = { userId: undefined, tenantId: undefined, role: 'platform_admin' };

/** The actor of a change as it is stored, with the name at that time. */
export const recordedActorSchema = withMeta(
  z.object({
    kind: z.enum(['user', 'key', 'system']),
    id: withMeta(z.nullable(idField), { description: 'The id of the user or key; null for Guard itself.' }),
    name: z.string(),
  }),
  {
    id: 'Actor',
    description: 'The actor of a change: a user, an API key of a device or system, or Guard itself.',
    examples: [{ kind: 'user', id: EXAMPLE_IDS.user, name: 'Olga Operator' }],
  },
);

export type RecordedActor = z.infer<typeof recordedActorSchema>;

/** The actor of changes that nobody requested. */
export const GUARD_ITSELF: RecordedActor = { kind: 'system', id: null, name: 'Guard' };

export function recordUser({ userId, name }: Pick<AuthenticatedUser, 'userId' | 'name'>): RecordedActor {
  return { kind: 'user', id: userId, name };
}

export function recordCaller(caller: Caller): RecordedActor {
  return isKey(caller) ? { kind: 'key', id: caller.keyId, name: caller.name } : recordUser(caller);
}

/** Lower-case letters of other alphabets that look like the letters of Guard's name. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ɡ: 'g',
  ԍ: 'g',
  υ: 'u',
  ս: 'u',
  ᴜ: 'u',
  а: 'a',
  α: 'a',
  ɑ: 'a',
  ᴀ: 'a',
  г: 'r',
  ʀ: 'r',
  ԁ: 'd',
  ɗ: 'd',
  ѕ: 's',
  у: 'y',
  т: 't',
  е: 'e',
  м: 'm',
};

/** What a name looks like, regardless of invisible characters, case, width and alphabet. */
function appearanceOf(name: string): string {
  const visible = name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '');
  return Array.from(visible.trim().toLowerCase(), (letter) => LOOKALIKES[letter] ?? letter).join('');
}

const GUARDS_NAME = appearanceOf(GUARD_ITSELF.name);

/** Whether a name looks like Guard's own name in histories and alerts, or like the console's label for it. */
export function looksLikeGuard(name: string): boolean {
  return appearanceOf(name).replace(/\s*\(\s*system\s*\)$/, '') === GUARDS_NAME;
}

/** The name of a user or API key. It must not look like Guard's own name. */
export const actorNameField = nameField.check(
  z.refine((name) => !looksLikeGuard(name), {
    error: `must not be ${GUARD_ITSELF.name}, which is the name of the service`,
  }),
);
