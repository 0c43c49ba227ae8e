import * as z from 'zod/mini';
import { sha256 } from '../sha256.ts';
import { type ItemKey, tenantPartition } from '../table/keys.ts';
import type { Account } from '../users/user.ts';

/** The attribute for the subjects of a user, by provider. It is outside `data`, so no index and no response contains it. */
export const SSO_LINKS = 'sso_links';

/**
 * A subject and the user's e-mail address when they were bound. A change of the address voids the binding for good, even if it is
 * changed back; a release that knows no versions of addresses voids it while the address differs.
 */
const linkSchema = z.object({
  subject_hash: z.string(),
  email_hash: z.string(),
  email_version: z.optional(z.int()),
  /** The name that the provider last gave; absent in links of release 0.9.0. */
  name_hash: z.optional(z.string()),
});
export type Link = z.infer<typeof linkSchema>;

const linksSchema = z._default(z.record(z.string(), linkSchema), {});
export type Links = z.infer<typeof linksSchema>;

export const readLinks = (item: Readonly<Record<string, unknown>>): Links =>
  linksSchema.parse(item[SSO_LINKS]);

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
