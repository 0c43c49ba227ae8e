import * as z from 'zod/mini';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../example-ids.ts';
import { changesOf, idField, nameField, timestampField } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { SITES } from '../sites/site.ts';
import { defineKind } from '../table/kind.ts';
import { withMeta } from '../with-meta.ts';

const EXAMPLE = { name: 'Loading bay' };

/** The body of a creation. The path names the site, which never changes. */
export const zoneInputSchema = withMeta(z.strictObject({ name: nameField }), {
  id: 'ZoneInput',
  examples: [EXAMPLE],
});

export const zoneChangesSchema = withMeta(changesOf({ name: nameField }), {
  id: 'ZoneChanges',
  examples: [{ name: 'Loading bay 2' }],
});

export const zoneSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    site_id: idField,
    name: z.string(),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Zone',
    description: 'A part of a site.',
    examples: [
      {
        id: EXAMPLE_IDS.zone,
        tenant_id: EXAMPLE_IDS.tenant,
        site_id: EXAMPLE_IDS.site,
        ...EXAMPLE,
        ...EXAMPLE_TIMES,
      },
    ],
  },
);

export const zonePageSchema = pageOf(zoneSchema, 'ZonePage');

export type Zone = z.infer<typeof zoneSchema>;

export const ZONES = defineKind({
  name: 'ZONE',
  schema: zoneSchema,
  indexes: { platform: ['all'], site: ['all'] },
  parent: ({ tenant_id, site_id }) => SITES.key(tenant_id, site_id),
  notEmpty: 'zone_not_empty',
});
