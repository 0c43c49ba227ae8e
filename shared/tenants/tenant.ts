import * as z from 'zod/mini';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../example-ids.ts';
import { changesOf, idField, nameField, timestampField } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { COPIED_STATUS, REQUIRES_SECOND_FACTOR } from '../table/attributes.ts';
import { tenantKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { EXAMPLE_PASSWORD, masterInputSchema } from '../users/user.ts';
import { withMeta } from '../with-meta.ts';

const TENANT_STATUSES = ['active', 'inactive'] as const;

const tenantStatusField = withMeta(z.enum(TENANT_STATUSES), { id: 'TenantStatus' });

const EXAMPLE = { name: 'Acme', status: 'active' };
const EXAMPLE_MASTER = { name: 'Mia Master', email: 'mia@acme.test', password: EXAMPLE_PASSWORD };

/** The body of a creation, with an optional first master. */
export const tenantInputSchema = withMeta(
  z.strictObject({
    name: nameField,
    status: z._default(tenantStatusField, 'active'),
    master: z.optional(masterInputSchema),
  }),
  { id: 'TenantInput', examples: [{ ...EXAMPLE, master: EXAMPLE_MASTER }] },
);

export const tenantChangesSchema = withMeta(changesOf({ name: nameField, status: tenantStatusField }), {
  id: 'TenantChanges',
  examples: [{ status: 'inactive' }],
});

export const tenantSchema = withMeta(
  z.object({
    id: idField,
    name: z.string(),
    status: tenantStatusField,
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Tenant',
    description: 'A customer. No other tenant sees its data.',
    examples: [{ id: EXAMPLE_IDS.tenant, ...EXAMPLE, ...EXAMPLE_TIMES }],
  },
);

export const tenantPageSchema = pageOf(tenantSchema, 'TenantPage');

export type Tenant = z.infer<typeof tenantSchema>;

export interface StoredTenant extends Stored<Tenant> {
  /** The status in its copies; `undefined` without copies. */
  readonly copiedStatus: Tenant['status'] | undefined;
  readonly requiresSecondFactor: boolean;
}

const copiedStatusSchema = z.optional(z.enum(TENANT_STATUSES));

export const TENANTS = defineKind<Tenant, StoredTenant>({
  name: 'TENANT',
  schema: tenantSchema,
  indexes: { platform: ['all', 'status'] },
  facets: ({ status }) => ({ status }),
  subject: ({ id }) => ({ tenant_id: id }),
  key: tenantKey,
  notEmpty: 'tenant_not_empty',
  read: (item, stored) => ({
    ...stored,
    copiedStatus: copiedStatusSchema.parse(item[COPIED_STATUS]),
    requiresSecondFactor: item[REQUIRES_SECOND_FACTOR] === true,
  }),
});
