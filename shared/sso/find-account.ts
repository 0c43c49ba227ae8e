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

/** The user whom an identity signs in, or the address of a user to create. */
type Found = { readonly account: LinkedAccount } | { readonly account: undefined; readonly email: string };

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

/** The claims of a provider about a person who signed in with it. */
export const identitySchema = z.object({
  subject_hash: z.string(),
  sid_hash: z.optional(z.string()),
  /** The address in lower case; absent unless Guard takes such addresses. */
  email: z.optional(z.string()),
  /** Absent if the provider omits it. */
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
  /** The values of the role claim that the provider's map contains. */
  role_values: z.array(z.string()),
  /** Why the values say nothing about the role; absent if they do. */
  roles_unknown: z.optional(z.enum(['withheld', 'absent'])),
});

export type Identity = z.infer<typeof identitySchema>;

/** The attribute for the subjects of a user, by provider. It is outside `data`, so no index and no response contains it. */
export const SSO_LINKS = 'sso_links';

/**
 * A subject and the version of the user's e-mail address when they were bound. A change of the address voids the binding for good,
 * even if it is changed back.
 */
const linkSchema = z.object({
  subject_hash: z.string(),
  email_hash: z.string(),
  email_version: z.optional(z.int()),
  /** The name that the provider last gave; absent if it gave none. */
  name_hash: z.optional(z.string()),
});
export type Link = z.infer<typeof linkSchema>;

const linksSchema = z._default(z.record(z.string(), linkSchema), {});
type Links = z.infer<typeof linksSchema>;

const readLinks = (item: Readonly<Record<string, unknown>>): Links => linksSchema.parse(item[SSO_LINKS]);

type Bound = Pick<Account, 'entity' | 'credentials'>;

/** The link of a sign-in. Without a name from the provider it keeps the one of the link before. */
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

/** Names of attributes in expressions have no hyphens. */
const nameOf = (providerId: string) => providerId.replaceAll('-', '_');

export const withLink = (links: Links, providerId: string, link: Link): Links => ({
  ...links,
  [nameOf(providerId)]: link,
});

/** The link that binds a user to a subject of a provider. */
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

/** Finds the user of a subject. It counts only while the user's own link names the subject. */
export const linkKey = (tenantId: string, providerId: string, subjectHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `SSO_LINK#${providerId}#${subjectHash}`,
});

const linkItemSchema = z.object({ user_id: z.string() });

export const readLinkedUser = (item: Readonly<Record<string, unknown>> | undefined): string | undefined =>
  item && linkItemSchema.parse(item).user_id;

/** Finds the user of a session at the provider, by its `sid`. */
export const sidKey = (tenantId: string, providerId: string, sidHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `SSO_SID#${providerId}#${sidHash}`,
});
