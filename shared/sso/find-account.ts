import * as z from 'zod/mini';
import { readEmailItem } from '../accounts/account.ts';
import { type Account, USERS } from '../accounts/user.ts';
import { sha256 } from '../base/digest.ts';
import { ApiError } from '../base/errors.ts';
import { emailKey, type ItemKey, tenantPartition } from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { domainOfEmail, type IdentityProvider } from './identity-provider.ts';

export interface LinkedAccount extends Account {
  readonly links: Links;
}

/** The user whom an identity signs in; if there is none, the e-mail address with which a user may be created. */
type Found = { readonly account: LinkedAccount } | { readonly account: undefined; readonly email: string };

const NOWHERE = { pk: 'NOBODY', sk: 'NOBODY' };

/**
 * Finds the user of an identity: by the provider's subject, or by an e-mail address of a verified domain. By the address, it
 * also finds a user who is bound to another subject.
 */
export async function findAccount(
  table: Table,
  provider: IdentityProvider,
  identity: Identity,
): Promise<Found> {
  const { tenant_id, id: providerId } = provider;
  const { subject_hash } = identity;
  const reason = whyUntrusted(provider, identity);
  const email = reason === undefined ? identity.email : undefined;
  const [link, claim] = await batchGet(table, [
    linkKey(tenant_id, providerId, subject_hash),
    email === undefined ? NOWHERE : emailKey(email),
  ]);
  const linkedId = readLinkedUser(link);
  const bound = linkedId === undefined ? undefined : await readAccount(table, tenant_id, linkedId);
  if (bound && boundLink(bound.links, providerId, bound)?.subject_hash === subject_hash) {
    return { account: bound };
  }
  if (email === undefined) throw unknown(reason ?? 'email_missing');
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

/** Why the e-mail address of an identity does not count; `undefined` if the provider is trusted for it. */
function whyUntrusted(
  { domains, trusts_email }: IdentityProvider,
  { email, email_verified = trusts_email }: Identity,
): 'email_missing' | 'domain_not_verified' | 'email_not_verified' | undefined {
  if (email === undefined) return 'email_missing';
  const domain = domainOfEmail(email);
  if (!domains.some((it) => it.domain === domain && it.verified_at !== null)) return 'domain_not_verified';
  return email_verified ? undefined : 'email_not_verified';
}

async function readAccount(
  table: Table,
  tenantId: string,
  userId: string,
): Promise<LinkedAccount | undefined> {
  const item = await getItem(table, USERS.key(tenantId, userId));
  return item && { ...USERS.read(item), links: readLinks(item) };
}

/** What a provider claims about a person who signed in there. */
export const identitySchema = z.object({
  subject_hash: z.string(),
  sid_hash: z.optional(z.string()),
  /** The e-mail address in lower case; absent if Guard does not accept the address. */
  email: z.optional(z.string()),
  /** Absent if the provider does not send it. */
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
  /** The values of the role claim for which the provider's map has a role. */
  role_values: z.array(z.string()),
  /** Why the role claim says nothing about the role; absent if it does. */
  roles_unknown: z.optional(z.enum(['withheld', 'absent'])),
});

export type Identity = z.infer<typeof identitySchema>;

/**
 * The attribute that binds a user to the subjects of providers. It is outside `data`, so no index and no response contains
 * it.
 */
export const SSO_LINKS = 'sso_links';

/**
 * The subject to which a user is bound, and the version of the user's e-mail address at that time. A change of the address
 * ends the binding for good, even if it is changed back.
 */
const linkSchema = z.object({
  subject_hash: z.string(),
  email_hash: z.string(),
  email_version: z.optional(z.int()),
  /** A hash of the name that the provider last sent; absent if it sent none. */
  name_hash: z.optional(z.string()),
});
export type Link = z.infer<typeof linkSchema>;

const linksSchema = z._default(z.record(z.string(), linkSchema), {});
type Links = z.infer<typeof linksSchema>;

const readLinks = (item: Readonly<Record<string, unknown>>): Links => linksSchema.parse(item[SSO_LINKS]);

type Bound = Pick<Account, 'entity' | 'credentials'>;

/** Makes the link of a sign-in. If the provider sends no name, the link keeps the name of the former one. */
export function newLink(
  { subject_hash, name }: { readonly subject_hash: string; readonly name?: string | undefined },
  { entity, credentials }: Bound,
  before?: Link,
): Link {
  const name_hash = name === undefined ? before?.name_hash : sha256(name);
  const { email_version } = credentials;
  return {
    subject_hash,
    email_hash: sha256(entity.email),
    ...(email_version === undefined ? {} : { email_version }),
    ...(name_hash === undefined ? {} : { name_hash }),
  };
}

/** The name of an attribute for a provider, without hyphens, because expressions do not allow them. */
const nameOf = (providerId: string) => providerId.replaceAll('-', '_');

export const withLink = (links: Links, providerId: string, link: Link): Links => ({
  ...links,
  [nameOf(providerId)]: link,
});

/** Returns the link that binds the user to a subject of this provider. */
export function boundLink(
  links: Links,
  providerId: string,
  { entity, credentials }: Bound,
): Link | undefined {
  const link = links[nameOf(providerId)];
  const isBound =
    link?.email_hash === sha256(entity.email) && link.email_version === credentials.email_version;
  return isBound ? link : undefined;
}

/** The item that finds the user of a subject. It only counts if the user's own link names the same subject. */
export const linkKey = (tenantId: string, providerId: string, subjectHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `SSO_LINK#${providerId}#${subjectHash}`,
});

const linkItemSchema = z.object({ user_id: z.string() });

export const readLinkedUser = (item: Readonly<Record<string, unknown>> | undefined): string | undefined =>
  item && linkItemSchema.parse(item).user_id;

/** The item that finds the user of a session at the provider, by its `sid`. */
export const sidKey = (tenantId: string, providerId: string, sidHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `SSO_SID#${providerId}#${sidHash}`,
});
