import * as z from 'zod/mini';
import { masterInputSchema } from '../../shared/accounts/user.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { validate } from '../../shared/base/validation.ts';
import { createTenant } from '../../shared/tenants/change-tenants.ts';
import { tenantInputSchema } from '../../shared/tenants/tenant.ts';
import { AdminError, EXIT_CODES } from './admin-error.ts';
import type { AdminCommand, AdminContext } from './context.ts';

interface Options {
  readonly name: string;
  readonly masterEmail?: string;
  readonly masterName?: string;
}

const optionsSchema = z.extend(tenantInputSchema, {
  master: z.optional(z.omit(masterInputSchema, { password: true })),
});

/** Creates a tenant, optionally with its first master. */
export const createTenantCommand: AdminCommand<Options> = async (context, options) => {
  const { master, ...fields } = validate(optionsSchema, { name: options.name, ...masterOf(options) });
  const input = master ? { ...fields, master: await withPassword(master, context) } : fields;
  const now = context.clock();
  const tenant = await createTenant(context.table, input, {
    id: newId(now, context.randomBytes),
    masterId: newId(now, context.randomBytes),
    at: formatTimestamp(now),
  });
  const withMaster = master ? ` with its master ${master.email}` : '';
  return `Created the tenant ${tenant.name} (${tenant.id})${withMaster}.`;
};

function masterOf({ masterEmail, masterName }: Options) {
  if (masterEmail === undefined && masterName === undefined) return {};
  if (masterEmail !== undefined && masterName !== undefined) {
    return { master: { email: masterEmail, name: masterName } };
  }
  throw new AdminError('--master-email and --master-name must be given together.', EXIT_CODES.wrongUsage);
}

async function withPassword<M extends { email: string }>(master: M, { readNewPassword }: AdminContext) {
  return { ...master, password: await readNewPassword(master.email) };
}
