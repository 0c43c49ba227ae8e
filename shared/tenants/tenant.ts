import * as z from 'zod';
import { idField, timestampField } from '../fields.ts';

export const TENANT_STATUSES = ['active', 'inactive'] as const;

export const tenantSchema = z.object({
  id: idField,
  name: z.string(),
  status: z.enum(TENANT_STATUSES),
  created_at: timestampField,
  updated_at: timestampField,
});

export type Tenant = z.infer<typeof tenantSchema>;
