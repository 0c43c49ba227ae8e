import { batchGet } from '../table/batch-get.ts';
import { tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { TENANTS, type Tenant } from '../tenants/tenant.ts';
import { findUserByEmail } from '../users/account.ts';
import { type Account, USERS } from '../users/user.ts';
import type { MailMessage } from './mail-message.ts';

/** The user that a message names, with the tenant. */
export interface Recipient {
  readonly account: Account;
  readonly tenant: Tenant;
}

/** Resolves to `undefined` if the user was deleted, or nobody has the address. */
export async function findRecipient(table: Table, message: MailMessage): Promise<Recipient | undefined> {
  const owner =
    'email' in message
      ? await findUserByEmail(table, message.email)
      : { tenantId: message.tenant_id, userId: message.user_id };
  if (!owner) return undefined;
  const { tenantId, userId } = owner;
  const [user, tenant] = await batchGet(table, [USERS.key(tenantId, userId), tenantKey(tenantId)]);
  return user && tenant ? { account: USERS.read(user), tenant: TENANTS.entityOf(tenant) } : undefined;
}
