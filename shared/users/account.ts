import * as z from 'zod/mini';
import { getItem } from '../table/get-item.ts';
import { emailKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Account, type Credentials, USERS, type User } from './user.ts';

/** The item of a user: the user, which indexes project, and the credentials, which they do not. */
export function userItem(user: User, credentials: Credentials) {
  return { ...USERS.item(user), credentials };
}

export async function getAccount(
  table: Table,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<Account | undefined> {
  const item = await getItem(table, USERS.key(tenantId, userId));
  return item && USERS.read(item);
}

/** The claim of an e-mail address, which contains the id of its user. */
export function emailItem(user: Pick<User, 'email' | 'tenant_id' | 'id'>) {
  return { ...emailKey(user.email), tenant_id: user.tenant_id, user_id: user.id };
}

const emailItemSchema = z.object({ tenant_id: z.string(), user_id: z.string() });

/** The user that an e-mail address belongs to. */
export interface AccountOwner {
  readonly tenantId: string;
  readonly userId: string;
}

/** Finds the user of an e-mail address, strongly consistent. */
export async function findUserByEmail(table: Table, email: string): Promise<AccountOwner | undefined> {
  return readEmailItem(await getItem(table, emailKey(email)));
}

/** Reads the user from the claim of an e-mail address; `undefined` without a claim. */
export function readEmailItem(item: Readonly<Record<string, unknown>> | undefined): AccountOwner | undefined {
  if (!item) return undefined;
  const claim = emailItemSchema.parse(item);
  return { tenantId: claim.tenant_id, userId: claim.user_id };
}
