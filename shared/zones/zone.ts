import * as z from 'zod';
import { idField, timestampField } from '../fields.ts';

export const zoneSchema = z.object({
  id: idField,
  tenant_id: idField,
  site_id: idField,
  name: z.string(),
  created_at: timestampField,
  updated_at: timestampField,
});

export type Zone = z.infer<typeof zoneSchema>;
