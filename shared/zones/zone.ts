import * as z from 'zod';
import { changesOf, idField, nameField, timestampField } from '../fields.ts';

/** What clients send to make a zone; its site is named by the path, and never changes. */
export const newZoneSchema = z.strictObject({ name: nameField });

export const zoneChangesSchema = changesOf({ name: nameField });

export const zoneSchema = z.object({
  id: idField,
  tenant_id: idField,
  site_id: idField,
  name: z.string(),
  created_at: timestampField,
  updated_at: timestampField,
});

export type Zone = z.infer<typeof zoneSchema>;
