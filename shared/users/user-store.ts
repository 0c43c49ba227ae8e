import * as z from 'zod';
import { entityItem } from '../table/entity-item.ts';
import { getItem } from '../table/get-entity.ts';
import { assignmentKey, emailKey, entityKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { type Credentials, credentialsSchema, type User, userSchema } from './user.ts';

export interface Account {
  readonly user: User;
  readonly credentials: Credentials;
  readonly version: Version;
}

const accountItemSchema = z.object({ data: userSchema, credentials: credentialsSchema });

/** A user's item: the user, who stands in the lists, and beside them the credentials, which do not. */
export function userItem(user: User, credentials: Credentials) {
  const facets = { status: user.status, type: user.role };
  return { ...entityItem('USER', entityKey('USER', user.tenant_id, user.id), user, facets), credentials };
}

/** The claim of an e-mail address, which leads to its user. */
export function emailItem(user: Pick<User, 'email' | 'tenant_id' | 'id'>) {
  return { ...emailKey(user.email), tenant_id: user.tenant_id, user_id: user.id };
}

export async function getAccount(
  table: Table,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<Account | undefined> {
  const item = await getItem(table, entityKey('USER', tenantId, userId));
  return item && readAccount(item);
}

/** Reads an account that was read before as it is now. */
export function reloadAccount(table: Table, { user }: Account): () => Promise<Account | undefined> {
  return () => getAccount(table, { tenantId: user.tenant_id, userId: user.id });
}

export function readAccount(item: Record<string, unknown>): Account {
  const { data, credentials } = accountItemSchema.parse(item);
  return { user: data, credentials, version: readVersion(item) };
}

const emailItemSchema = z.object({ tenant_id: z.string(), user_id: z.string() });

/** Which user an e-mail address belongs to. */
export async function findUserByEmail(
  table: Table,
  email: string,
): Promise<{ tenantId: string; userId: string } | undefined> {
  const item = await getItem(table, emailKey(email));
  if (!item) return undefined;
  const claim = emailItemSchema.parse(item);
  return { tenantId: claim.tenant_id, userId: claim.user_id };
}

const assignmentItemSchema = z.object({ site_ids: z.array(z.string()) });

export function assignmentItem(user: Pick<User, 'tenant_id' | 'id'>, siteIds: readonly string[]) {
  return { ...assignmentKey(user.tenant_id, user.id), site_ids: [...siteIds] };
}

interface Assignment {
  readonly siteIds: readonly string[];
  readonly version: Version;
}

/** The sites assigned to an operator or viewer, strongly consistent; none where nothing was assigned yet. */
export async function getAssignment(
  table: Table,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<Assignment> {
  const item = await getItem(table, assignmentKey(tenantId, userId));
  return { siteIds: item ? assignmentItemSchema.parse(item).site_ids : [], version: readVersion(item) };
}
