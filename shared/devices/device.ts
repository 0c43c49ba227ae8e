import * as z from 'zod';
import { idField, slugField, timestampField } from '../fields.ts';

export const DEVICE_STATUSES = ['online', 'offline'] as const;

export const deviceSchema = z.object({
  id: idField,
  tenant_id: idField,
  site_id: idField,
  zone_id: idField.nullable(),
  name: z.string(),
  type: slugField,
  serial: z.string().nullable(),
  status: z.enum(DEVICE_STATUSES),
  last_seen_at: timestampField.nullable(),
  created_at: timestampField,
  updated_at: timestampField,
});

export type Device = z.infer<typeof deviceSchema>;
