import * as z from 'zod/mini';
import { userInputSchema } from '../../shared/accounts/user-contract.ts';
import { emailField } from '../../shared/base/email-field.ts';
import { ApiError } from '../../shared/base/errors.ts';
import { nameField } from '../../shared/base/fields.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { validate } from '../../shared/base/validation.ts';
import { createPlatformAdmin } from '../../shared/tenants/platform-tenant.ts';
import { AdminError } from './admin-error.ts';
import type { AdminCommand } from './context.ts';

const optionsSchema = z.object({ email: emailField, name: nameField });
const adminSchema = z.omit(userInputSchema, { role: true });

/** Creates a platform admin. The first one also creates the platform's own tenant. */
export const createPlatformAdminCommand: AdminCommand<{ email: string; name: string }> = async (
  { table, clock, randomBytes, readNewPassword },
  { email, name },
) => {
  const fields = validate(optionsSchema, { email, name });
  const password = await readNewPassword(fields.email);
  const now = clock();
  const { user, tenant } = await createPlatformAdmin(table, adminSchema.parse({ ...fields, password }), {
    id: newId(now, randomBytes),
    tenantId: newId(now, randomBytes),
    at: formatTimestamp(now),
  }).catch(explainInactiveTenant);
  return `Created the platform admin ${user.email} (${user.id}) in the tenant ${tenant.name} (${tenant.id}).`;
};

function explainInactiveTenant(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'account_not_active') throw error;
  throw new AdminError(
    'The platform’s own tenant is inactive, so its users cannot sign in. Activate it first.',
  );
}
