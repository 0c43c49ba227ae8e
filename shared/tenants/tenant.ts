import * as z from 'zod';
import { changesOf, idField, nameField, timestampField } from '../fields.ts';
import { newMasterSchema } from '../users/user.ts';

export const TENANT_STATUSES = ['active', 'inactive'] as const;

const tenantStatusField = z.enum(TENANT_STATUSES);

/** What clients send to make a tenant, with its first master if they like. */
export const newTenantSchema = z.strictObject({
  name: nameField,
  status: tenantStatusField.default('active'),
  master: newMasterSchema.optional(),
});

export const tenantChangesSchema = changesOf({ name: nameField, status: tenantStatusField });

export const tenantSchema = z.object({
  id: idField,
  name: z.string(),
  status: tenantStatusField,
  created_at: timestampField,
  updated_at: timestampField,
});

export type Tenant = z.infer<typeof tenantSchema>;
