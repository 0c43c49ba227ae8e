import { ApiError } from '../errors.ts';
import { domainOfEmail } from '../identity-providers/email-domain.ts';
import type { IdentityProvider } from '../identity-providers/identity-provider.ts';
import { batchGet } from '../table/batch-get.ts';
import { getItem } from '../table/get-item.ts';
import { emailKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { readEmailItem } from '../users/account.ts';
import { type Account, USERS } from '../users/user.ts';
import type { Identity } from './identity.ts';
import { boundLink, type Links, linkKey, readLinkedUser, readLinks } from './links.ts';

export interface LinkedAccount extends Account {
  readonly links: Links;
}

/** The user whom an identity signs in, or the address of a user to create. */
export type Found =
  | { readonly account: LinkedAccount }
  | { readonly account: undefined; readonly email: string };

const NOWHERE = { pk: 'NOBODY', sk: 'NOBODY' };

/**
 * Finds the user of an identity: by its subject, or by a verified address of the tenant. By the address it also finds a user who
 * is bound to another subject.
 */
export async function findAccount(
  table: Table,
  provider: IdentityProvider,
  identity: Identity,
): Promise<Found> {
  const { tenant_id, id: providerId } = provider;
  const { subject_hash } = identity;
  const email = trustedEmail(provider, identity);
  const [link, claim] = await batchGet(table, [
    linkKey(tenant_id, providerId, subject_hash),
    email === undefined ? NOWHERE : emailKey(email),
  ]);
  const linkedId = readLinkedUser(link);
  const bound = linkedId === undefined ? undefined : await readAccount(table, tenant_id, linkedId);
  if (bound && boundLink(bound.links, providerId, bound)?.subject_hash === subject_hash) {
    return { account: bound };
  }
  if (email === undefined) throw unknown('email_not_verified');
  const owner = readEmailItem(claim);
  if (!owner) {
    if (!provider.creates_users) throw unknown('no_user');
    return { account: undefined, email };
  }
  if (owner.tenantId !== tenant_id) throw unknown('user_of_another_tenant');
  const account = await readAccount(table, tenant_id, owner.userId);
  if (!account) throw unknown('no_user');
  return { account };
}

const unknown = (reason: string) => new ApiError('sso_account_unknown', { reason });

/** The address of an identity, if the provider may vouch for it. */
function trustedEmail(
  { domains, trusts_email }: IdentityProvider,
  { email, email_verified = trusts_email }: Identity,
): string | undefined {
  if (email === undefined || !email_verified) return undefined;
  const domain = domainOfEmail(email);
  return domains.some((it) => it.domain === domain && it.verified_at !== null) ? email : undefined;
}

async function readAccount(
  table: Table,
  tenantId: string,
  userId: string,
): Promise<LinkedAccount | undefined> {
  const item = await getItem(table, USERS.key(tenantId, userId));
  return item && { ...USERS.read(item), links: readLinks(item) };
}
