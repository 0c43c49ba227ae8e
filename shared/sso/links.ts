import * as z from 'zod/mini';
import { sha256 } from '../sha256.ts';
import { type ItemKey, tenantPartition } from '../table/keys.ts';
import type { Account } from '../users/user.ts';

/** The attribute for the subjects of a user, by provider. It is outside `data`, so no index and no response contains it. */
export const SSO_LINKS = 'sso_links';

/**
 * A subject and the user's e-mail address when they were bound. Another address voids the binding, also if a release changed it
 * that knows no bindings.
 */
const linkSchema = z.object({ subject_hash: z.string(), email_hash: z.string() });
type Link = z.infer<typeof linkSchema>;

const linksSchema = z._default(z.record(z.string(), linkSchema), {});
export type Links = z.infer<typeof linksSchema>;

export const readLinks = (item: Readonly<Record<string, unknown>>): Links =>
  linksSchema.parse(item[SSO_LINKS]);

export const newLink = (subjectHash: string, email: string): Link => ({
  subject_hash: subjectHash,
  email_hash: sha256(email),
});

/** Names of attributes in expressions have no hyphens. */
const nameOf = (providerId: string) => providerId.replaceAll('-', '_');

export const withLink = (links: Links, providerId: string, link: Link): Links => ({
  ...links,
  [nameOf(providerId)]: link,
});

/** The subject that a user is bound to at a provider. */
export function subjectOf(links: Links, providerId: string, { entity }: Pick<Account, 'entity'>) {
  const link = links[nameOf(providerId)];
  return link?.email_hash === sha256(entity.email) ? link.subject_hash : undefined;
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
