import type { User } from '../accounts/user.ts';
import type { Role } from '../base/access.ts';
import { actorNameField } from '../base/actor.ts';
import { sha256 } from '../base/digest.ts';
import { ApiError } from '../base/errors.ts';
import { formatTimestamp } from '../base/time.ts';
import { boundLink, type Identity, type Link, type LinkedAccount, newLink } from './find-account.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { roleOf } from './role-of-claims.ts';

/** What is known about a person who signs in at a provider. */
export interface SignInFacts {
  readonly provider: IdentityProvider;
  readonly identity: Identity;
  readonly now: Date;
}

interface KnownPerson extends SignInFacts {
  readonly account: LinkedAccount;
  /** Whether a platform admin is a user of the platform's tenant. */
  readonly isOfPlatform: boolean;
}

/** What a sign-in changes. */
interface SignIn {
  readonly changed: User;
  /** The link that binds the user to the provider's subject. */
  readonly link: Link;
  /** Whether the user keeps the role, because the provider did not send the roles. */
  readonly isRoleKept: boolean;
}

/** Decides whether a user may sign in, and what the sign-in changes; pure. Throws the reason if the user may not. */
export function decideSignIn({ provider, identity, now, account, isOfPlatform }: KnownPerson): SignIn {
  const { entity: user, links } = account;
  const bound = boundLink(links, provider.id, account);
  // The provider may have given the e-mail address to another person since.
  if (bound && bound.subject_hash !== identity.subject_hash) {
    throw new ApiError('sso_account_unknown', { reason: 'bound_to_another_subject' });
  }
  if (user.status !== 'active') throw new ApiError('account_not_active', { reason: `user_${user.status}` });
  if (!user.sso_login_enabled) throw new ApiError('sso_login_disabled');
  // Only platform admins can create identity providers of the platform's tenant.
  if (user.role === 'platform_admin' && !isOfPlatform) {
    throw new ApiError('sso_account_unknown', { reason: 'not_of_platform' });
  }
  const at = formatTimestamp(now);
  const { role, isKept = false } = roleAtSignIn(user, provider, identity);
  const name = nameAtSignIn(user, bound, identity);
  const isSame = role === user.role && name === user.name;
  const changed = { ...user, name, role, last_login_at: at, updated_at: isSame ? user.updated_at : at };
  return { changed, link: newLink(identity, account, bound), isRoleKept: isKept };
}

/** Makes a new user without a password; pure. If the provider has a role claim, the role follows from it. */
export function newUser(
  { id, email }: Pick<User, 'id' | 'email'>,
  { provider, identity, now }: SignInFacts,
): User {
  const at = formatTimestamp(now);
  return {
    id,
    tenant_id: provider.tenant_id,
    name: identity.name ?? nameOf(email),
    email,
    role: requireRole(provider, identity),
    status: 'active',
    password_login_enabled: false,
    sso_login_enabled: true,
    role_managed_by_sso: provider.role_claim !== null,
    last_login_at: at,
    created_at: at,
    updated_at: at,
  };
}

/**
 * The role after a sign-in. Claims neither give nor take away the role of a platform admin. If the provider has no role
 * claim, the role stays. If it withholds the roles, the role stays, too. If the claim is absent, the person may have lost all
 * roles, so the person is not signed in with another one.
 */
function roleAtSignIn(
  user: User,
  provider: IdentityProvider,
  identity: Identity,
): { readonly role: Role; readonly isKept?: boolean } {
  const { role } = user;
  const isManaged = user.role_managed_by_sso && provider.role_claim !== null;
  if (!isManaged || role === 'platform_admin') return { role };
  if (identity.roles_unknown === 'withheld') return { role, isKept: true };
  if (identity.roles_unknown === 'absent' && role !== provider.default_role) {
    throw new ApiError('sso_role_unknown');
  }
  return { role: requireRole(provider, identity) };
}

function requireRole(provider: IdentityProvider, { role_values, roles_unknown }: Identity): Role {
  const role = roleOf(role_values, provider);
  if (!role) throw new ApiError(roles_unknown === 'withheld' ? 'sso_role_unknown' : 'sso_role_missing');
  return role;
}

/**
 * The name after a sign-in: a new name from the provider, unless somebody has changed the user's name since the last sign-in.
 */
function nameAtSignIn({ name, email }: User, bound: Link | undefined, identity: Identity): string {
  if (!bound || identity.name === undefined) return name;
  const { name_hash = sha256(nameOf(email)) } = bound;
  return name_hash === sha256(name) ? identity.name : name;
}

/**
 * Makes a name of an e-mail address: the part before the @, or more if that part is not allowed as a name, such as `guard`,
 * the service's own name.
 */
function nameOf(email: string): string {
  const { data } = actorNameField.safeParse(email.slice(0, email.indexOf('@')));
  return data ?? email.slice(0, LONGEST_NAME);
}

const LONGEST_NAME = 120;
