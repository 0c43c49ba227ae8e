import * as z from 'zod';
import { idField, textField, timestampField } from '../fields.ts';

export const siteNameField = textField(120);

export const siteSchema = z.object({
  id: idField,
  tenant_id: idField,
  name: z.string(),
  address: z.string().nullable(),
  timezone: z.string(),
  created_at: timestampField,
  updated_at: timestampField,
});

export type Site = z.infer<typeof siteSchema>;
