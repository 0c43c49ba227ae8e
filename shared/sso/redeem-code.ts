import { emailItem, isActiveTenant, userItem } from '../accounts/account.ts';
import { unassignSites } from '../accounts/assignments.ts';
import type { Authentication } from '../accounts/authentication.ts';
import { countUser } from '../accounts/count-user.ts';
import type { Sender } from '../accounts/session.ts';
import { issueToken, tokenItem } from '../accounts/token.ts';
import { USERS, type User } from '../accounts/user.ts';
import { recordUser } from '../base/actor.ts';
import { sha256 } from '../base/digest.ts';
import { ApiError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { epochSecondsAfterDays, formatTimestamp } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { isSameHash } from '../lambda/secret.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem } from '../table/change-item.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { untilSettled } from '../table/decide-and-write.ts';
import { tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putEntity, putNew, putOwn, requireItem } from '../table/writes.ts';
import { isPlatformTenant } from '../tenants/platform-tenant.ts';
import { decideSignIn, newUser, type SignInFacts } from './decide-sign-in.ts';
import {
  findAccount,
  type LinkedAccount,
  linkKey,
  newLink,
  SSO_LINKS,
  sidKey,
  withLink,
} from './find-account.ts';
import { IDENTITY_PROVIDERS, type IdentityProvider } from './identity-provider.ts';
import { placeOf, requireNoLogout } from './log-out.ts';
import { CODES } from './sign-in-items.ts';

interface Redemption {
  readonly code: string;
  readonly codeVerifier: string;
  readonly sender: Sender;
  readonly now: Date;
}

/** The user after a sign-in, and the writes that the sign-in needs. */
interface Admission {
  readonly user: User;
  readonly sessionVersion: number;
  readonly writes: readonly GuardedWrite[];
}

/**
 * Exchanges a one-time code for a token. The same transaction writes the binding, the role and a new user. The user, the
 * tenant and the provider are checked now, because they may have changed since the provider signed the person in.
 */
export async function redeemCode(
  runtime: Runtime,
  { code, codeVerifier, sender, now }: Redemption,
): Promise<{ token: string; user: User }> {
  const { table, randomBytes } = runtime;
  const issued = await CODES.read(table, code, now);
  if (!issued) throw notValid('unknown_or_late');
  if (!isSameHash(sha256(codeVerifier), issued.code_challenge)) throw notValid('wrong_verifier');
  const { tenant_id: tenantId, provider_id: providerId, identity, logouts } = issued;
  const newUserId = newId(now, randomBytes);
  return untilSettled(table, async () => {
    const provider = await readProvider(table, tenantId, providerId);
    const found = await findAccount(table, provider, identity);
    const person = { provider, identity, logouts, sender, now };
    const use = CODES.use(table, code, notValid('used'));
    try {
      return await openSession(runtime, person, use, () =>
        found.account
          ? admitUser(table, found.account, person)
          : createUser(table, { id: newUserId, email: found.email }, person),
      );
    } catch (error) {
      if (found.account && error instanceof ApiError) await recordRefusal(table, found.account, use);
      throw error;
    }
  });
}

/**
 * Writes the session and everything else that the sign-in changes; `undefined` if somebody else has changed some of it
 * meanwhile.
 */
async function openSession(
  { table, settings, randomBytes }: Runtime,
  person: Person,
  use: GuardedWrite,
  admit: () => Admission | Promise<Admission>,
): Promise<{ result: { token: string; user: User } } | undefined> {
  const { provider, identity, logouts, sender, now } = person;
  const { tenant_id: tenantId, id: providerId } = provider;
  const { user, sessionVersion, writes } = await admit();
  const token = issueToken({ tenantId, userId: user.id }, randomBytes);
  const actor = recordUser({ userId: user.id, name: user.name });
  const item = tokenItem(token, {
    sessionVersion,
    now,
    lifetimeMinutes: settings.tokenExpirationMinutes,
    authentication: authenticationOf(person, user),
    sender,
  });
  const committed = await commit(table, [
    putOwn(table, item),
    use,
    requireItem(table, IDENTITY_PROVIDERS.key(tenantId, providerId), 'sso_not_available', {
      status: 'active',
    }),
    ...requireNoLogout(table, placeOf(provider, identity), logouts),
    ...putLinks(table, person, user),
    ...writes,
    ...auditWrites(table, USERS, user, user, { action: 'signed_in', actor }),
  ]);
  return committed === 'written' ? { result: { token: token.plainText, user } } : undefined;
}

const notValid = (reason: string) => new ApiError('sso_code_not_valid', { reason });

async function readProvider(table: Table, tenantId: string, providerId: string): Promise<IdentityProvider> {
  const [item, tenant] = await batchGet(table, [
    IDENTITY_PROVIDERS.key(tenantId, providerId),
    tenantKey(tenantId),
  ]);
  const provider = item && IDENTITY_PROVIDERS.read(item).entity;
  if (provider?.status !== 'active')
    throw new ApiError('sso_not_available', { reason: 'provider_not_active' });
  if (!isActiveTenant(tenant)) throw new ApiError('account_not_active', { reason: 'tenant_not_active' });
  return provider;
}

interface Person extends SignInFacts {
  /** The logouts that were recorded when the code was issued. */
  readonly logouts: readonly string[];
  readonly sender: Sender;
}

/** Records the failed sign-in of a user in the audit log. It uses the code up, so that one code causes one event. */
async function recordRefusal(
  table: Table,
  { entity: user }: LinkedAccount,
  use: GuardedWrite,
): Promise<void> {
  await commit(table, [use, ...auditWrites(table, USERS, user, user, { action: 'sign_in_failed' })]);
}

async function admitUser(table: Table, account: LinkedAccount, person: Person): Promise<Admission> {
  const { links, entity: user, credentials, version } = account;
  const isOfPlatform = user.role === 'platform_admin' && (await isPlatformTenant(table, user.tenant_id));
  const { changed, link, isRoleKept } = decideSignIn({ ...person, account, isOfPlatform });
  const hasLinks = Object.keys(links).length > 0;
  const before = { ...userItem(user, credentials), ...(hasLinks ? { [SSO_LINKS]: links } : {}) };
  const after = {
    ...userItem(changed, credentials),
    [SSO_LINKS]: withLink(links, person.provider.id, link),
  };
  const writes = [
    changeItem(table, before, after, { version, writeId: table.newWriteId() }),
    ...auditWrites(table, USERS, user, changed),
    ...(isRoleKept ? auditWrites(table, USERS, changed, changed, { action: 'role_kept' }) : []),
    ...unassignSites(table, user, changed),
    ...countUser(table, user.tenant_id, user, changed),
  ];
  return { user: changed, sessionVersion: credentials.session_version, writes };
}

/** Makes a new user without a password, and the writes for it. */
function createUser(table: Table, found: Pick<User, 'id' | 'email'>, person: Person): Admission {
  const { provider, identity } = person;
  const user = newUser(found, person);
  const credentials = { password_hash: null, session_version: 1 };
  const links = withLink(
    {},
    provider.id,
    newLink({ ...identity, name: user.name }, { entity: user, credentials }),
  );
  const writes = [
    putEntity(table, { ...userItem(user, credentials), [SSO_LINKS]: links }),
    // Refused if somebody else has created the user meanwhile.
    putNew(table, emailItem(user), 'stale'),
    ...auditWrites(table, USERS, undefined, user),
    ...countUser(table, user.tenant_id, undefined, user),
  ];
  return { user, sessionVersion: credentials.session_version, writes };
}

const LINK_DAYS = 400;

/**
 * Makes the writes of the links by which a later sign-in, or a logout by the provider, finds the user. Every sign-in renews
 * them, so those of a deleted user expire.
 */
function putLinks(table: Table, { provider, identity, now }: Person, { id }: User): GuardedWrite[] {
  const { tenant_id, id: providerId } = provider;
  const { subject_hash, sid_hash } = identity;
  const ttl = epochSecondsAfterDays(formatTimestamp(now), LINK_DAYS);
  const keys = [
    linkKey(tenant_id, providerId, subject_hash),
    ...(sid_hash === undefined ? [] : [sidKey(tenant_id, providerId, sid_hash)]),
  ];
  return keys.map((key) => ({
    write: { Put: { TableName: table.name, Item: { ...key, user_id: id, ttl } } },
    refused: 'stale',
  }));
}

function authenticationOf({ provider, identity, now }: Person, { role }: User): Authentication {
  const { id, session_minutes } = provider;
  const { subject_hash, sid_hash } = identity;
  const endsAt = session_minutes === null ? undefined : new Date(now.getTime() + session_minutes * 60_000);
  return {
    method: 'sso',
    provider_id: id,
    subject: subject_hash,
    ...(sid_hash === undefined ? {} : { sid: sid_hash }),
    ...(role === 'platform_admin' ? { of_platform: true } : {}),
    ...(endsAt ? { ends_at: formatTimestamp(endsAt) } : {}),
  };
}
