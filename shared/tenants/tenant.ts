import * as z from 'zod';
import { changesOf, idField, nameField, timestampField } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { tenantKey } from '../table/keys.ts';
import { defineKind } from '../table/kind.ts';
import { masterInputSchema } from '../users/user.ts';

export const TENANT_STATUSES = ['active', 'inactive'] as const;

const tenantStatusField = z.enum(TENANT_STATUSES).meta({ id: 'TenantStatus' });

/** What clients send to make a tenant, with its first master if they like. */
export const tenantInputSchema = z
  .strictObject({
    name: nameField,
    status: tenantStatusField.default('active'),
    master: masterInputSchema.optional(),
  })
  .meta({ id: 'TenantInput' });

export const tenantChangesSchema = changesOf({ name: nameField, status: tenantStatusField }).meta({
  id: 'TenantChanges',
});

export const tenantSchema = z
  .object({
    id: idField,
    name: z.string(),
    status: tenantStatusField,
    created_at: timestampField,
    updated_at: timestampField,
  })
  .meta({ id: 'Tenant', description: 'A customer, whose data no other tenant sees.' });

export const tenantPageSchema = pageOf(tenantSchema, 'TenantPage');

export type Tenant = z.infer<typeof tenantSchema>;

export const TENANTS = defineKind({
  name: 'TENANT',
  schema: tenantSchema,
  indexes: { scopes: ['platform'], divisions: ['status'] },
  facets: ({ status }) => ({ status }),
  subject: ({ id }) => ({ tenant_id: id }),
  key: tenantKey,
  notEmpty: 'tenant_not_empty',
});
