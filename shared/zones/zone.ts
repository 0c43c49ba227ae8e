import * as z from 'zod';
import { changesOf, idField, nameField, timestampField } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { SITES } from '../sites/site.ts';
import { defineKind } from '../table/kind.ts';

/** What clients send to make a zone; its site is named by the path, and never changes. */
export const zoneInputSchema = z.strictObject({ name: nameField }).meta({ id: 'ZoneInput' });

export const zoneChangesSchema = changesOf({ name: nameField }).meta({ id: 'ZoneChanges' });

export const zoneSchema = z
  .object({
    id: idField,
    tenant_id: idField,
    site_id: idField,
    name: z.string(),
    created_at: timestampField,
    updated_at: timestampField,
  })
  .meta({ id: 'Zone', description: 'A part of a site.' });

export const zonePageSchema = pageOf(zoneSchema, 'ZonePage');

export type Zone = z.infer<typeof zoneSchema>;

export const ZONES = defineKind({
  name: 'ZONE',
  schema: zoneSchema,
  indexes: { scopes: ['platform', 'site'], divisions: [] },
  parent: ({ tenant_id, site_id }) => SITES.key(tenant_id, site_id),
  notEmpty: 'zone_not_empty',
});
