import * as z from 'zod/mini';
import type { TenantSize } from '../base/actor.ts';
import { CHILD_COUNT, emailKey, OWN_PARTITION } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { loginTimeAttribute } from './last-login.ts';
import { type Account, type Credentials, USERS, type User } from './user.ts';

/** Makes the item of a user. Indexes copy its `data`, but not the credentials. */
export function userItem(user: User, credentials: Credentials) {
  return { ...USERS.item(user), ...loginTimeAttribute(user), credentials };
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

const tenantItemSchema = z.object({
  data: z.object({ status: z.string(), requests_per_minute: z.optional(z.nullable(z.number())) }),
});

/**
 * Whether a tenant exists and is active. Otherwise its users cannot sign in or stay signed in, and its API keys are rejected.
 * Guard's own tenant is never active, so an account that somebody created in it has no access.
 */
export function isActiveTenant(item: Record<string, unknown> | undefined): boolean {
  if (item === undefined || item['pk'] === OWN_PARTITION) return false;
  return tenantItemSchema.parse(item).data.status === 'active';
}

/** Reads what the request limit of a tenant depends on. A copy of the tenant's status lacks the number of its children. */
export function tenantSizeOf(item: Record<string, unknown> | undefined): TenantSize {
  if (item === undefined || item['pk'] === OWN_PARTITION) return {};
  const { requests_per_minute: limit } = tenantItemSchema.parse(item).data;
  const children = item[CHILD_COUNT];
  return {
    ...(typeof children === 'number' ? { tenantChildren: children } : {}),
    ...(limit == null ? {} : { tenantRequestsPerMinute: limit }),
  };
}
