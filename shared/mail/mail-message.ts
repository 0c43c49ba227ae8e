import * as z from 'zod/mini';
import { findUserByEmail } from '../accounts/account.ts';
import { type Account, USERS } from '../accounts/user.ts';
import { tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { TENANTS, type Tenant } from '../tenants/tenant.ts';

/** The name of the function that sends queued mail. */
export const SEND_MAIL = 'send-mail';

const TEMPLATE_NAMES = [
  'invitation',
  'password_changed',
  'password_reset',
  'second_factor_reset',
  'budget_warning',
] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];
type OtherName = Exclude<TemplateName, 'budget_warning'>;

const messageSchema = z.object({
  template: z.enum(TEMPLATE_NAMES),
  tenant_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
  email: z.optional(z.string()),
  budget: z.optional(z.enum(['sms', 'email'])),
  day: z.optional(z.string()),
});

/**
 * The message that asks to warn that most of a budget is used: one master, or all masters of the tenant if `user_id` is
 * missing.
 */
export interface BudgetWarning {
  readonly template: 'budget_warning';
  readonly tenant_id: string;
  readonly user_id?: string;
  readonly budget: 'sms' | 'email';
  /** The day of the budget (UTC), such as `2026-11-20`. */
  readonly day: string;
}

/**
 * The message that asks for one mail, to a user named by ids, or to an address that may belong to nobody. It contains no
 * token, because logs may show it.
 */
export type MailMessage =
  | { readonly template: OtherName; readonly tenant_id: string; readonly user_id: string }
  | { readonly template: OtherName; readonly email: string }
  | (BudgetWarning & { readonly user_id: string });

/** Parses a message of the mail queue. Throws if it names no recipient. */
export function readMailMessage(body: string): MailMessage | BudgetWarning {
  const { template, tenant_id, user_id, email, budget, day } = messageSchema.parse(JSON.parse(body));
  if (template === 'budget_warning') {
    if (tenant_id === undefined || budget === undefined || day === undefined)
      throw new Error('The warning names no budget.');
    return { template, tenant_id, budget, day, ...(user_id === undefined ? {} : { user_id }) };
  }
  if (tenant_id !== undefined && user_id !== undefined) return { template, tenant_id, user_id };
  if (email !== undefined) return { template, email };
  throw new Error('The mail message names no recipient.');
}

/** The user that a message names, with the tenant. */
export interface Recipient {
  readonly account: Account;
  readonly tenant: Tenant;
}

/** Finds the recipient of a message; `undefined` if the user was deleted, or if nobody has the address. */
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
